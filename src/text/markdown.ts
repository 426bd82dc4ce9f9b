import { printable } from './printable.ts';

/** The longest text that is shown, in characters. */
const longest = 200;

/** Words that are plain text in Markdown, HTML, and on GitHub. */
const words = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[ _-][\p{L}\p{M}\p{N}]+)*$/u;

/** What a code span shows unchanged, also in a table cell. */
const fitsCodeSpan = /^[^\s<>&|`\\](?:[^<>&|`\\]*[^\s<>&|`\\])?$/;

/** Document text as Markdown without any markup of its own: words unchanged, other text as code. */
export function markdownText(text: string): string {
  const shown = printable(text, longest);
  return words.test(shown) ? shown : markdownCode(text);
}

/** Document text as code, for any place in Markdown, also in a table cell. */
export function markdownCode(text: string): string {
  const shown = printable(text, longest);
  return fitsCodeSpan.test(shown) && !shown.includes('  ')
    ? `\`${shown}\``
    : `<code>${shown.replace(/[^\p{L}\p{M}\p{N} ]|^ | $| (?= )/gu, references)}</code>`;
}

/** Numeric character references (CommonMark, section 2.5), which are never markup. */
function references(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}
