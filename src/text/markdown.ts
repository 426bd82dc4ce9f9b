import { printable } from './printable.ts';

/** Longest text shown, in characters. */
const longest = 200;

/** Words that mean nothing to Markdown, HTML or GitHub wherever they are. */
const words = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[ _-][\p{L}\p{M}\p{N}]+)*$/u;

/** What a code span shows as it is written, in a table's cell too. */
const fitsCodeSpan = /^[^\s<>&|`\\](?:[^<>&|`\\]*[^\s<>&|`\\])?$/;

/** Document text as Markdown that shows it and does nothing else: as it is if it is words, otherwise as code. */
export function markdownText(text: string): string {
  const shown = printable(text, longest);
  return words.test(shown) ? shown : markdownCode(text);
}

/** Document text as code. It can be put anywhere in Markdown, such as into a table's cell. */
export function markdownCode(text: string): string {
  const shown = printable(text, longest);
  return fitsCodeSpan.test(shown) && !shown.includes('  ')
    ? `\`${shown}\``
    : `<code>${shown.replace(/[^\p{L}\p{M}\p{N} ]|^ | $| (?= )/gu, references)}</code>`;
}

/** Numeric character references (CommonMark, section 2.5), which never are markup. */
function references(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}
