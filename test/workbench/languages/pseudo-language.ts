import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/repository.ts';
import type { DisplayLanguage } from './display-language.ts';

/** What a translation must keep: placeholders, code, icons, and the targets of links. */
const keptParts = /\{\w+\}|`[^`]*`|\$\([\w~-]+\)|\]\([^)]*\)/g;
/** A line that is only a link is a button in a welcome view and a walkthrough. */
const buttonLine = /^\[(.*)\](\([^)]*\))$/;

const accents = new Map(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'][index] ?? letter,
  ]),
);

/** A text that can be read as English and distinguished from it: each line is in brackets, and letters have accents. */
export function pseudo(english: string): string {
  return english.split('\n').map(pseudoLine).join('\n');
}

/** A language in which each text is `pseudo` of the English one, and dates are German: it takes the place of German. */
export function pseudoLanguage(): DisplayLanguage {
  return {
    locale: 'de',
    manifest: translated(englishManifest()),
    messages: translated(englishMessages()),
  };
}

/** The texts of `package.nls.json` by key. */
export function englishManifest(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(repositoryFolder, 'package.nls.json'), 'utf8'));
}

/** The messages of `bundle.l10n.json` by their English text. */
export function englishMessages(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(repositoryFolder, 'l10n', 'bundle.l10n.json'), 'utf8'));
}

function translated(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
}

function pseudoLine(line: string): string {
  if (line === '') return '';
  const [, label, target] = buttonLine.exec(line) ?? [];
  if (label !== undefined) return `[⟦${accented(label)}⟧]${target}`;
  return `⟦${accented(line)}⟧`;
}

function accented(text: string): string {
  const kept = text.match(keptParts) ?? [];
  return text
    .split(keptParts)
    .map(
      (part, index) =>
        [...part].map((letter) => accents.get(letter) ?? letter).join('') + (kept[index] ?? ''),
    )
    .join('');
}
