import { plainText } from './plain-text.ts';
import { redactBeginning, redactor } from './redact.ts';

/** In UTF-16 code units. Much more than is shown, as `plainText` removes some. */
const longestRead = 16 * 1024;

/** A server's text as one line to show: without `secrets` and what can't be printed, at most `longest` characters. */
export function safeText(
  text: string,
  secrets: readonly string[],
  longest?: number,
  redactorFor = redactor,
): string {
  if (text === '') return '';
  const mask = redactorFor(secrets);
  const line = plainText(redactBeginning(text, mask, longestRead), longestRead);
  // A secret with spaces may have been written with line breaks instead.
  return plainText(mask(line), longest);
}
