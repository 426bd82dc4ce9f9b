import { type Disposable, l10n } from 'vscode';
import type { DocumentFormat, ValidationOptions } from '../../../dataset/document.ts';
import type { Edit } from '../../../dataset/fixes/fix.ts';
import type { QuickFix } from '../../../dataset/fixes/quick-fixes.ts';
import type { Problem } from '../../../dataset/problem.ts';
import { once } from '../../once.ts';
import type { CheckThread } from './check-thread.ts';

/**
 * Longest text, in UTF-16 units, that is checked where all extensions run: about 10 ms' work. YAML takes a hundred
 * times as long as JSON.
 */
const longestHere: Readonly<Record<DocumentFormat, number>> = { json: 512 * 1024, yaml: 8 * 1024 };

/** Times for the thread, in milliseconds: four times what the largest YAML file takes; and half a minute. */
const limits = { longestCheck: 15_000, idle: 30_000 };

/** Checks and mends texts: small ones at once, large ones in a thread, so that typing is never held up. */
export class TextChecks implements Disposable {
  readonly #disposables: { dispose(): void }[] = [];
  // Asked for ten thousand times, an import takes as long as a check.
  readonly #document = once(() => import('../../../dataset/document.ts'));
  readonly #thread = once(async (): Promise<CheckThread> => {
    const { CheckThread } = await import('./check-thread.ts');
    const thread = new CheckThread(new URL('./extension-check-worker.js', import.meta.url), limits);
    this.#disposables.push(thread);
    return thread;
  });

  async problems(
    text: string,
    format: DocumentFormat,
    options: ValidationOptions,
  ): Promise<readonly Problem[]> {
    if (text.length <= longestHere[format]) {
      const { validateText } = await this.#document();
      return validateText(text, format, options);
    }
    const result = await (await this.#thread()).ask({ kind: 'problems' }, text, format, options);
    if (result.outcome !== 'done') return [unchecked(result.outcome, format)];
    const { inWords } = await import('./deferred-messages.ts');
    return inWords(result.answer);
  }

  /** What can be done about the problems that are asked for; nothing, where that takes too long to find out. */
  async quickFixes(
    text: string,
    format: DocumentFormat,
    options: ValidationOptions,
    asked: readonly Pick<Problem, 'code' | 'range'>[],
  ): Promise<readonly QuickFix[]> {
    if (text.length <= longestHere[format]) {
      const [{ quickFixes }, { isSamePlace }] = await Promise.all([
        import('../../../dataset/fixes/quick-fixes.ts'),
        import('../workspace/same-place.ts'),
      ]);
      return quickFixes(text, format, options, (problem) => asked.some((each) => isSamePlace(each, problem)));
    }
    const result = await (await this.#thread()).ask({ kind: 'quick-fixes', asked }, text, format, options);
    if (result.outcome !== 'done') return [];
    const { inWords, words } = await import('./deferred-messages.ts');
    return result.answer.map(({ fix, problems }) => ({
      fix: fix.kind === 'edit' ? { ...fix, title: words(fix.title) } : fix,
      problems: inWords(problems),
    }));
  }

  /** The edits that mend what leaves nothing to choose; none, where that takes too long to find out. */
  async fixAll(text: string, format: DocumentFormat, options: ValidationOptions): Promise<readonly Edit[]> {
    if (text.length <= longestHere[format])
      return (await import('../../../dataset/fixes/fix-all.ts')).fixAll(text, format, options);
    const result = await (await this.#thread()).ask({ kind: 'fix-all' }, text, format, options);
    return result.outcome === 'done' ? result.answer : [];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function unchecked(outcome: 'too-long' | 'failed', format: DocumentFormat): Problem {
  const start = { line: 0, character: 0 };
  const message =
    outcome === 'too-long'
      ? l10n.t('The check of this file was given up after {seconds} seconds.', {
          seconds: limits.longestCheck / 1000,
        })
      : l10n.t('The check of this file broke off, most likely for want of memory.');
  const advice =
    format === 'json' ? l10n.t('Split the file.') : l10n.t('Split the file, or write it as JSON.');
  return { code: 'syntax', severity: 'error', range: { start, end: start }, message: `${message} ${advice}` };
}
