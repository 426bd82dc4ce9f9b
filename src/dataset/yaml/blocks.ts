import { itemKind, type Kind } from '../rules/schema.ts';
import { nextLine } from '../text-positions.ts';
import { writtenValue, type YamlLine, yamlLine } from './lines.ts';
import { isFlow, spanAt, type YamlSpan } from './spans.ts';

/** A list or a mapping in block style that the next line can continue. */
export interface OpenBlock {
  /** Of its dashes, or of its keys. */
  readonly column: number;
  readonly isList: boolean;
  /** What the schema has there: the kind of the items, or of the mapping. */
  readonly kind: Kind | undefined;
  /** Its keys, in the order of the text; none of a list. */
  readonly keys: ReadonlySet<string>;
  /** The last of them; none of a list. */
  readonly lastKey: string | undefined;
  /** Offset of the line with its last dash or key. */
  readonly lastLine: number;
  /** Nothing follows its last dash or key, so that the value can be below. */
  readonly awaitsValue: boolean;
}

interface Block extends OpenBlock {
  readonly keys: Set<string>;
  lastKey: string | undefined;
  lastLine: number;
  awaitsValue: boolean;
}

/**
 * What is open at the lines of a YAML text, by their indentation alone: a YAML parser is of no use where somebody is typing,
 * because the text is usually broken there.
 */
export class BlockReader {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  #next = 0;
  #span: YamlSpan | undefined;
  #openQuotes: YamlSpan | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The outermost first. */
  get blocks(): readonly OpenBlock[] {
    return this.#blocks;
  }

  /**
   * Reads the lines above that of an offset. Offsets must ascend. Returns the braces, brackets or quotes that begin above and contain the
   * offset.
   */
  readTo(offset: number): YamlSpan | undefined {
    for (;;) {
      const line = yamlLine(this.#text, this.#next);
      const end = line.start + line.text.length;
      if (offset <= end) break;
      this.addDashes(line);
      this.#span = this.addKey(line);
      if (this.#span !== undefined && this.#span.open.length > 0 && !isFlow(this.#text, this.#span))
        this.#openQuotes ??= this.#span;
      this.#next = nextLine(this.#text, Math.max(end, this.#span?.end ?? 0));
    }
    return this.#span !== undefined && offset < this.#span.end ? this.#span : undefined;
  }

  /**
   * The braces, brackets or quotes that an offset is within, or that are not closed and could be: those right before it, or quotes further above
   * after which each quote is taken for the other one.
   */
  unclosedAt(offset: number): YamlSpan | undefined {
    const around = this.readTo(offset);
    if (this.#openQuotes !== undefined || around !== undefined) return this.#openQuotes ?? around;
    if (this.#span !== undefined && this.#span.open.length > 0) return this.#span;
    const own = this.#spanOf(yamlLine(this.#text, this.#next));
    return own !== undefined && own.open.length > 0 && own.start < offset ? own : undefined;
  }

  addDashes(line: YamlLine): void {
    const isEmpty = line.key === undefined && writtenValue(line) === '';
    for (const column of line.dashes) {
      this.close((block) => block.column > column);
      const last = this.#last;
      const kind = last?.isList ? undefined : this.kindBelow;
      const list = last?.isList && last.column === column ? last : this.#open(column, true, kind);
      list.lastLine = line.start;
      list.awaitsValue = isEmpty && column === line.dashes.at(-1);
    }
  }

  /** Reads what is after the dashes of a line. Returns the braces, brackets or quotes that the value begins with. */
  addKey(line: YamlLine): YamlSpan | undefined {
    const { column, key } = line;
    if (key !== undefined) {
      this.close((block) => block.column > column || (block.isList && block.column === column));
      const last = this.#last;
      const kind = last === undefined ? 'dataset' : last.isList ? last.kind : undefined;
      const mapping = last?.column === column ? last : this.#open(column, false, kind);
      mapping.keys.add(key);
      mapping.lastKey = key;
      mapping.lastLine = line.start;
      mapping.awaitsValue = writtenValue(line) === '';
    }
    return this.#spanOf(line);
  }

  #spanOf({ start, column, key, dashes, valueColumn }: YamlLine): YamlSpan | undefined {
    const parent = key === undefined ? (dashes.at(-1) ?? column - 1) : column;
    return spanAt(this.#text, start + valueColumn, parent);
  }

  /** Closes blocks, the innermost first. */
  close(isClosed: (block: OpenBlock) => boolean): void {
    while (this.#last !== undefined && isClosed(this.#last)) this.#blocks.pop();
  }

  /** The kind of the items of the list that is, or would be, the value of the last key; of the items of the last list. */
  get kindBelow(): Kind | undefined {
    const last = this.#last;
    if (last === undefined || last.isList) return last?.kind;
    return last.kind && last.lastKey !== undefined ? itemKind(last.kind, last.lastKey) : undefined;
  }

  get #last(): Block | undefined {
    return this.#blocks.at(-1);
  }

  #open(column: number, isList: boolean, kind: Kind | undefined): Block {
    if (this.#last !== undefined) this.#last.awaitsValue = false;
    const unread = { lastKey: undefined, lastLine: 0, awaitsValue: false };
    const block: Block = { column, isList, kind, keys: new Set(), ...unread };
    this.#blocks.push(block);
    return block;
  }
}
