import { escapeUnprintable } from '../../text/printable.ts';

/** Valid JSON that is to be printed as it is written. */
export class ExactJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON whose control, format and bidirectional characters are escaped: a terminal shows it as it is. */
export function printableJson(value: unknown): string {
  // Each exact text has a stand-in that nothing else in the value can be.
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
