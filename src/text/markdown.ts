import { printable } from './printable.ts';

/** Longer text is cut, in characters. */
const maxLength = 200;

/** The same for sentences. */
const maxSentenceLength = 2000;

/** Words without a meaning in Markdown, HTML or on GitHub, in any position. */
const words = /^(?!GH-\d)\p{L}[\p{L}\p{M}\p{N}]*(?:[ _-][\p{L}\p{M}\p{N}]+)*$/u;

/** The same for a word of a sentence, with the punctuation around it. */
const wordOfSentence = /^(?!GH-\d)\(?[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*[.,;:!?)。、，：]*$/u;

/** At the beginning of a line, it would begin a list (CommonMark, section 5.2). */
const listMarker = /^\d+[.)]/;

/** Text that a code span shows literally, also in a table cell. `##[` would be a command in a pipeline. */
const fitsCodeSpan = /^(?!.*##)[^\s<>&|`\\](?:[^<>&|`\\]*[^\s<>&|`\\])?$/;

/** Document text as Markdown without markup: as it is if it consists of words, otherwise as code. */
export function markdownText(text: string): string {
  const shown = printable(text, maxLength);
  return words.test(shown) ? shown : markdownCode(text);
}

/** A text in quotes, or a word. */
const partOfSentence = /(?<![^ ])(?:"[^"]*"|'[^']*')[.,:;]?(?= |$)|[^ ]+/g;

/** Sentences that quote document text: a quoted text, and anything but words, which could be a link, a mention or markup, is code. */
export function markdownSentence(text: string): string {
  return printable(text, maxSentenceLength).replace(partOfSentence, (word, offset: number) => {
    if (wordOfSentence.test(word) && (offset > 0 || !listMarker.test(word))) return word;
    const end = /[.,:;]$/.exec(word)?.[0] ?? '';
    return markdownCode(word.slice(0, word.length - end.length)) + end;
  });
}

/** Document text as code, for any place in Markdown, such as a table cell. */
export function markdownCode(text: string): string {
  const shown = printable(text, maxLength);
  return fitsCodeSpan.test(shown) && !shown.includes('  ')
    ? `\`${shown}\``
    : `<code>${shown.replace(/[^\p{L}\p{M}\p{N} ]|^ | $| (?= )/gu, references)}</code>`;
}

/** Numeric character references (CommonMark, section 2.5), which are never markup. */
function references(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}
