import { type Disposable, l10n } from 'vscode';
import { type DocumentFormat, type ValidationOptions, validateText } from '../../../dataset/document.ts';
import type { Edit } from '../../../dataset/fixes/fix.ts';
import { fixAll } from '../../../dataset/fixes/fix-all.ts';
import { type QuickFix, quickFixes } from '../../../dataset/fixes/quick-fixes.ts';
import type { Problem } from '../../../dataset/problem.ts';
import { isSamePlace } from '../workspace/same-place.ts';
import { CheckThread, type StartCheckWorker } from './check-thread.ts';

/**
 * Longest text, in UTF-16 units, that is checked where all extensions run: about 10 ms' work. YAML takes a hundred
 * times as long as JSON.
 */
const longestHere: Readonly<Record<DocumentFormat, number>> = { json: 512 * 1024, yaml: 8 * 1024 };

/** Times for the thread, in milliseconds: four times what the largest YAML file takes; and half a minute. */
const limits = { longestCheck: 15_000, idle: 30_000 };

/** Checks and mends texts: small ones at once, large ones in a thread, so that typing is never held up. */
export class TextChecks implements Disposable {
  readonly #thread: CheckThread;

  /** A worker starts with its first task. */
  constructor(startWorker: StartCheckWorker) {
    this.#thread = new CheckThread(startWorker, limits, l10n.bundle);
  }

  async problems(
    text: string,
    format: DocumentFormat,
    options: ValidationOptions,
  ): Promise<readonly Problem[]> {
    if (text.length <= longestHere[format]) {
      return validateText(text, format, options);
    }
    const result = await this.#thread.ask({ kind: 'problems' }, text, format, options);
    return result.outcome === 'done' ? result.answer : [unchecked(result.outcome, format)];
  }

  /** What can be done about the problems that are asked for; nothing, where that takes too long to find out. */
  async quickFixes(
    text: string,
    format: DocumentFormat,
    options: ValidationOptions,
    asked: readonly Pick<Problem, 'code' | 'range'>[],
  ): Promise<readonly QuickFix[]> {
    if (text.length <= longestHere[format]) {
      return quickFixes(text, format, options, (problem) => asked.some((each) => isSamePlace(each, problem)));
    }
    const result = await this.#thread.ask({ kind: 'quick-fixes', asked }, text, format, options);
    return result.outcome === 'done' ? result.answer : [];
  }

  /** The edits that mend what leaves nothing to choose; none, where that takes too long to find out. */
  async fixAll(text: string, format: DocumentFormat, options: ValidationOptions): Promise<readonly Edit[]> {
    if (text.length <= longestHere[format]) return fixAll(text, format, options);
    const result = await this.#thread.ask({ kind: 'fix-all' }, text, format, options);
    return result.outcome === 'done' ? result.answer : [];
  }

  dispose(): void {
    this.#thread.dispose();
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
