import type * as vscode from 'vscode';
import type { DocumentFormat, ValidationOptions } from '../../dataset/document.ts';
import type { Problem } from '../../dataset/problem.ts';
import { localize } from '../localize.ts';
import { once } from '../once.ts';
import type { CheckThread } from './check-thread.ts';

/**
 * Longest text, in UTF-16 units, that is checked where all extensions run: about 10 ms' work. YAML takes a hundred
 * times as long as JSON.
 */
const longestHere: Readonly<Record<DocumentFormat, number>> = { json: 512 * 1024, yaml: 8 * 1024 };

/** Times for the thread, in milliseconds: four times what the largest YAML file takes; and half a minute. */
const limits = { longestCheck: 15_000, idle: 30_000 };

/** Checks texts: small ones at once, large ones in a thread, so that typing is never held up. */
export class TextChecks implements vscode.Disposable {
  readonly #disposables: { dispose(): void }[] = [];
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
      const { validateText } = await import('../../dataset/document.ts');
      return validateText(text, format, options);
    }
    const result = await (await this.#thread()).check(text, format, options);
    if (result.outcome !== 'checked') return [unchecked(result.outcome)];
    const { inWords } = await import('./deferred-messages.ts');
    return inWords(result.problems, options.localize);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function unchecked(outcome: 'too-long' | 'failed'): Problem {
  const start = { line: 0, character: 0 };
  return {
    code: 'syntax',
    severity: 'error',
    range: { start, end: start },
    message:
      outcome === 'too-long'
        ? localize(
            'The check of this file was given up after {seconds} seconds. Split the file, or write it as JSON.',
            { seconds: limits.longestCheck / 1000 },
          )
        : localize(
            'The check of this file broke off, most likely for want of memory. Split the file, or write it as JSON.',
          ),
  };
}
