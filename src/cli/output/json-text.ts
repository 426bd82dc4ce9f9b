import { indentValidJson } from '../../text/indent-json.ts';

/** Valid JSON whose tokens are printed as they are written. */
export class ExactJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The parts of an array as `jsonText` prints it: a long one would not fit into one string. */
export function* jsonArrayParts(items: Iterable<unknown>, indentation = ''): Iterable<string> {
  const inner = `${indentation}  `;
  let before = '[';
  for (const item of items) {
    yield `${before}\n${inner}${jsonText(item, inner)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : `\n${indentation}]`;
}

/** As `JSON.stringify` with an indentation of two, except for tokens of exact texts. All lines but the first begin with `indentation`. */
export function jsonText(value: unknown, indentation = ''): string {
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
