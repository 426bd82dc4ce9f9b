import { itemKind, type Kind } from '../rules/schema.ts';
import type { YamlLine } from './lines.ts';

/** An open mapping or list, by the column of its keys or dashes. */
interface Level {
  readonly column: number;
  readonly isList: boolean;
  /** Of the mapping, or of the list's items; `undefined` if the schema has none. */
  readonly kind: Kind | undefined;
  readonly keys: Set<string>;
  /** The last key, whose value may be next. */
  key: string | undefined;
}

/** The mappings and lists that are open after the lines read so far, by their indentation. */
export class OpenCollections {
  readonly #levels: Level[] = [];

  add(line: YamlLine): void {
    if (line.isBlank) return;
    for (const dash of line.dashes) this.dash(dash);
    if (line.key === undefined) return;
    const top = this.#openMapping(line.column);
    top.key = line.key;
    top.keys.add(line.key);
  }

  /** Starts an item of the list at a column. */
  dash(column: number): void {
    this.#closeBeyond(column);
    const top = this.#levels.at(-1);
    // A list's dashes may be in the same column as the key before them.
    if (top?.isList && top.column === column) return;
    this.#levels.push({ column, isList: true, kind: this.#valueItems(), keys: new Set(), key: undefined });
  }

  /** The mapping that a key at a column belongs to. */
  mappingAt(column: number): { readonly kind: Kind | undefined; readonly keys: ReadonlySet<string> } {
    const copy = this.#copy();
    return copy.#openMapping(column);
  }

  /** The kind of an item at a column where no key can be. */
  listAt(column: number): Kind | undefined {
    const copy = this.#copy();
    copy.#closeBeyond(column);
    const top = copy.#levels.at(-1);
    if (top === undefined) return undefined;
    if (!top.isList) return top.column < column ? copy.#valueItems() : undefined;
    const below = copy.#levels.at(-2);
    return top.column === column && below?.column !== column ? top.kind : undefined;
  }

  /** The kind of the item that begins at a column, after its dash. */
  itemAt(column: number): Kind | undefined {
    return this.mappingAt(column).kind;
  }

  #openMapping(column: number): Level {
    this.#closeBeyond(column);
    let top = this.#levels.at(-1);
    if (top?.isList && top.column === column) {
      this.#levels.pop();
      top = this.#levels.at(-1);
    }
    if (top !== undefined && !top.isList && top.column === column) return top;
    const kind = top === undefined ? 'dataset' : top.isList ? top.kind : undefined;
    const level: Level = { column, isList: false, kind, keys: new Set(), key: undefined };
    this.#levels.push(level);
    return level;
  }

  #valueItems(): Kind | undefined {
    const top = this.#levels.at(-1);
    return top && !top.isList && top.kind && top.key !== undefined ? itemKind(top.kind, top.key) : undefined;
  }

  #closeBeyond(column: number): void {
    while ((this.#levels.at(-1)?.column ?? -1) > column) this.#levels.pop();
  }

  #copy(): OpenCollections {
    const copy = new OpenCollections();
    copy.#levels.push(...this.#levels);
    return copy;
  }
}
