import { escapeUnprintable } from '../../text/printable.ts';
import { withoutHashCommands } from './line-for-people.ts';

/** Valid JSON that is to be printed as it is written. */
export class ExactJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * JSON with escaped control, format, and bidirectional characters, and without commands of pipelines, so that it is safe to show in
 * a terminal. All lines but the first begin with `indentation`.
 */
export function printableJson(value: unknown, indentation = ''): string {
  return withoutHashCommands(escapeUnprintable(write(value, indentation)));
}

/** The parts of an array as `printableJson` prints it: a long one would not fit into one string. */
export function* printableJsonArray(items: Iterable<unknown>, indentation = ''): Iterable<string> {
  const inner = `${indentation}  `;
  let before = '[';
  for (const item of items) {
    yield `${before}\n${inner}${printableJson(item, inner)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : `\n${indentation}]`;
}

/** As `JSON.stringify` with an indentation of two, except for exact texts. */
function write(value: unknown, indentation: string): string {
  if (value instanceof ExactJson) return value.text.replaceAll('\n', `\n${indentation}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => write(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${write(item, inner)}`);
  return items.length === 0
    ? open + close
    : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indentation}${close}`;
}
