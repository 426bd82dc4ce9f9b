import { plainText } from '../../text/plain-text.ts';

/** Text from outside as one line, as `plainText` has it, without commands (`withoutCommands`). */
export function lineForPeople(text: string, maxLength?: number): string {
  return withoutCommands(plainText(text, maxLength));
}

/**
 * Lines whose text is safe otherwise. Pipelines obey commands in what a step prints: GitHub Actions `::` where a line begins and
 * `##[` anywhere, Azure Pipelines `##vso[`. The name of a file, of a column, or of a data type can't be one.
 */
export function withoutCommands(lines: string): string {
  const withoutColons = lines
    .split(/(?<=[\r\n])/)
    .map((line) => (line.trimStart().startsWith('::') ? line.replace('::', '\\u003a:') : line))
    .join('');
  return withoutHashCommands(withoutColons);
}

/** A text without the commands that begin with `##`. The value of JSON stays the same: only its strings contain that. */
export function withoutHashCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '#\\u0023');
}
