import { ExactNumber } from '../../text/exact-number.ts';
import { indentValidJson } from '../../text/indent-json.ts';
import { normalizedPath } from '../file-paths.ts';
import type { Terminal } from '../terminal.ts';

/** Valid JSON whose tokens are printed as they are written. */
export class ExactJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The parts of an array as `jsonText` prints it: a long one would not fit into one string. */
export function* jsonArrayParts(items: Iterable<unknown>, indentation = ''): Iterable<string> {
  const array = new JsonArrayText(indentation);
  for (const item of items) yield array.item(item);
  yield array.end();
}

/** The parts of an array, one after the other. */
export class JsonArrayText {
  readonly #indentation: string;
  #isEmpty = true;

  constructor(indentation = '') {
    this.#indentation = indentation;
  }

  item(item: unknown): string {
    const inner = `${this.#indentation}  `;
    const before = this.#isEmpty ? '[' : ',';
    this.#isEmpty = false;
    return `${before}\n${inner}${jsonText(item, inner)}`;
  }

  end(): string {
    return this.#isEmpty ? '[]' : `\n${this.#indentation}]`;
  }
}

/** As `JSON.stringify` with an indentation of two, except for exact numbers and the tokens of exact texts. All lines but the first begin with `indentation`. */
export function jsonText(value: unknown, indentation = ''): string {
  if (value instanceof ExactNumber) return value.written;
  if (value instanceof ExactJson) return indentValidJson(value.text, indentation);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${jsonText(item, inner)}`);
  return items.length === 0
    ? open + close
    : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indentation}${close}`;
}

/** The files of a result, in their order. */
export interface PrintedFiles {
  readonly files: readonly string[];
  /** Whether one file is named alone. */
  readonly isOneFile: boolean;
}

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Prints the result of a file that is named alone as an object, and others as an array in the order of the files, each with
 * its `file`: the shape depends on the arguments, and not on how many files a glob matches.
 * Prints a result as soon as those before it are known, so that a large batch needs no more memory than a small one.
 */
export class JsonResults {
  #paths: readonly string[];
  readonly #isObject: boolean;
  readonly #terminal: Terminal;
  readonly #array = new JsonArrayText();
  /** Results that wait for those before them. */
  readonly #waiting = new Map<string, JsonRecord>();
  #printed = 0;

  constructor({ files, isOneFile }: PrintedFiles, terminal: Terminal) {
    this.#paths = files;
    this.#isObject = isOneFile;
    this.#terminal = terminal;
  }

  /** Adds a result without printing anything. */
  add(path: string, record: JsonRecord): void {
    this.#waiting.set(path, record);
  }

  /** Prints the results that are known, up to the first that is not. */
  print(): void {
    for (let path = this.#paths[this.#printed]; path !== undefined; path = this.#paths[++this.#printed]) {
      const record = this.#waiting.get(path);
      if (record === undefined) return;
      this.#waiting.delete(path);
      this.#terminal.out(
        this.#isObject ? jsonText(record) : this.#array.item({ file: normalizedPath(path), ...record }),
      );
    }
  }

  /** Prints the rest. `record` is printed for each file without a result; if it is undefined, nothing is. */
  end(record: JsonRecord | undefined): void {
    for (const path of this.#paths.slice(this.#printed))
      if (record !== undefined && !this.#waiting.has(path)) this.add(path, record);
    this.#paths = this.#paths.filter((path, index) => index < this.#printed || this.#waiting.has(path));
    this.print();
    this.#terminal.out(this.#isObject ? '\n' : `${this.#array.end()}\n`);
  }
}
