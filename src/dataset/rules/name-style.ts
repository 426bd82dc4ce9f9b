import type { NameStyle } from './conventions.ts';

/** The names of each style. Letters of scripts without case are both small and capital. */
const patterns: Readonly<Record<NameStyle, RegExp>> = {
  camelCase: /^[\p{Ll}\p{Lo}][\p{L}\p{M}\p{N}]*$/u,
  PascalCase: /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}]*$/u,
  snake_case: /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]*(?:_[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u,
  'kebab-case': /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]*(?:-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u,
  CONSTANT_CASE:
    /^[\p{Lu}\p{Lt}\p{Lo}][\p{Lu}\p{Lt}\p{Lo}\p{Lm}\p{M}\p{N}]*(?:_[\p{Lu}\p{Lt}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u,
};

export function hasStyle(name: string, style: NameStyle): boolean {
  return patterns[style].test(name);
}

/** Words end before other characters, before a capital letter after a small one, and before the last capital letter of several. */
const word = /(?:\p{Lu}(?!\p{Ll})\p{M}*)+\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+\p{N}*|\p{N}+/gu;

/** A name in another style, as far as that is possible: no name of one begins with a digit. */
export function inStyle(name: string, style: NameStyle): string {
  const hasCase = /\p{Ll}/u.test(name);
  const words = (hasCase ? name : name.toLowerCase()).normalize('NFC').match(word) ?? [];
  switch (style) {
    case 'camelCase':
      return words.map((each, index) => (index === 0 ? each.toLowerCase() : capitalized(each))).join('');
    case 'PascalCase':
      return words.map(capitalized).join('');
    case 'snake_case':
      return words.join('_').toLowerCase();
    case 'kebab-case':
      return words.join('-').toLowerCase();
    case 'CONSTANT_CASE':
      return words.join('_').toUpperCase();
  }
}

export function capitalized(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return first.toUpperCase() + text.slice(first.length);
}
