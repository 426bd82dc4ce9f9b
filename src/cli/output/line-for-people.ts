import { plainText } from '../../text/plain-text.ts';

/**
 * Text from outside as one line, as `plainText` has it. GitHub Actions obeys commands in what a step prints: `::` where a line
 * begins, `##[` anywhere. The name of a file, of a column, or of a data type can't be one.
 */
export function lineForPeople(text: string, maxLength?: number): string {
  return withoutCommands(plainText(text, maxLength));
}

/** Lines whose text is safe otherwise. */
export function withoutCommands(lines: string): string {
  return lines
    .split(/(?<=[\r\n])/)
    .map((line) => (line.trimStart().startsWith('::') ? line.replace('::', '\\u003a:') : line))
    .join('')
    .replaceAll('##[', '#\\u0023[');
}
