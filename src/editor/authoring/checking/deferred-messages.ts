import { l10n } from 'vscode';
import type { Problem } from '../../../dataset/problem.ts';

/** Begins a message that is yet to be put into words; no text of ours holds it. */
const mark = '\u0000';

/** Where VS Code's translations are out of reach: keeps message and arguments, for `inWords` to localize. */
export const deferred: Localize = (message, args) => `${mark}${JSON.stringify([message, args])}`;

/** Problems that were found with `deferred`, in the user's language. */
export function inWords(problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({
    ...problem,
    message: words(problem.message),
    ...(problem.related && {
      related: { ...problem.related, message: words(problem.related.message) },
    }),
  }));
}

/** One message, in the user's language. */
export function words(message: string): string {
  if (!message.startsWith(mark)) return message;
  const [text, args]: [string, Record<string, string | number>?] = JSON.parse(message.slice(mark.length));
  if (args === undefined || args === null) return l10n.t(text);
  // An argument may be a message itself, such as "a number".
  const inner = Object.entries(args).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? words(value) : value,
  ]);
  return l10n.t(text, Object.fromEntries(inner));
}
