import { escapeUnprintable } from '../../text/printable.ts';

/** Valid JSON that is to be printed as it is written. */
export class ExactJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON with escaped control, format, and bidirectional characters, so that it is safe to show in a terminal. */
export function printableJson(value: unknown): string {
  // Each exact text has a placeholder that can't occur elsewhere in the value.
  const mark = crypto.randomUUID();
  const texts: string[] = [];
  const json = JSON.stringify(
    value,
    (_name, item) => (item instanceof ExactJson ? `${mark}:${texts.push(item.text) - 1}` : item),
    2,
  );
  return escapeUnprintable(
    json.replace(
      new RegExp(`^( *)(.*)"${mark}:(\\d+)"`, 'gm'),
      (_line, indentation: string, before: string, index: string) =>
        indentation + before + (texts[Number(index)] ?? '').replaceAll('\n', `\n${indentation}`),
    ),
  );
}
