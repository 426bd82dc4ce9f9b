import * as l10n from '@vscode/l10n';
import type { Problem } from '../../dataset/problem.ts';

const maxLines = 5;
const maxNumbers = 5;

/** Problems as lines of a confirmation, each sentence once. `more`: how many problems are in none. */
export function warningLines(problems: readonly Pick<Problem, 'message' | 'range'>[]): {
  readonly lines: readonly string[];
  readonly more: number;
} {
  const places = new Map<string, number[]>();
  for (const { message, range } of problems) {
    const numbers = places.get(message) ?? [];
    numbers.push(range.start.line + 1);
    places.set(message, numbers);
  }
  const said = new Set<string>();
  const shown = [...places].slice(0, maxLines);
  const lines = shown.map(([message, numbers]) => {
    const sentences = sentencesOf(message).filter((sentence) => !said.has(sentence.trim()));
    for (const sentence of sentences) said.add(sentence.trim());
    return withNumbers([...new Set(numbers)], sentences.join('').trim());
  });
  const named = shown.reduce((sum, [, numbers]) => sum + numbers.length, 0);
  return { lines, more: problems.length - named };
}

/** With what separates them. In Chinese and Japanese, that is nothing. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]\s)|(?<=。)/);
}

function withNumbers(numbers: readonly number[], message: string): string {
  const [first = 0] = numbers;
  if (numbers.length === 1) return l10n.t('Line {0}: {1}', first, message);
  const rest = numbers.length > maxNumbers ? ', …' : '';
  return l10n.t('Lines {0}: {1}', `${numbers.slice(0, maxNumbers).join(', ')}${rest}`, message);
}
