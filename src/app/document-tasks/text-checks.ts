import * as l10n from '@vscode/l10n';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import type { Edit } from '../../dataset/fixes/fix-edit.ts';
import type { QuickFix } from '../../dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import { type Problem, syntaxProblem } from '../../dataset/problem.ts';
import { noRuleSettings, type RuleSettings } from '../../dataset/rules/settings.ts';
import { type AnswerTo, answerTo, type CheckTask, type Translations } from './check-requests.ts';
import { CheckThread, type StartCheckWorker, type ThreadResult } from './check-thread.ts';

/**
 * The maximum length of a text, in UTF-16 code units, that is parsed in the extension host: about 10 ms of work. YAML
 * takes a hundred times as long as JSON. Longer texts are parsed in a worker.
 */
const maxLength: Readonly<Record<DocumentFormat, number>> = { json: 512 * 1024, yaml: 8 * 1024 };

/** In milliseconds. The largest YAML file takes about a quarter of `checkTimeout`. */
const limits = { checkTimeout: 15_000, idleTimeout: 30_000 };

/** Runs tasks on texts: small ones immediately, large ones in a worker, so that typing stays responsive. */
export class TextChecks {
  readonly #thread: CheckThread;
  #parsed: ParsedDocument | undefined;

  /** The worker starts when it gets its first task. `translations`: as for a `CheckThread`. */
  constructor(startWorker: StartCheckWorker, translations?: Translations) {
    this.#thread = new CheckThread(startWorker, limits, translations);
  }

  /** Empty if the problems are no longer needed. */
  async problems(
    text: string,
    format: DocumentFormat,
    options: RuleSettings,
    isNeeded?: () => boolean,
  ): Promise<readonly Problem[]> {
    const result = await this.run({ kind: 'problems' }, text, format, options, isNeeded);
    switch (result.kind) {
      case 'done':
        return result.answer;
      case 'cancelled':
        return [];
      case 'timed-out':
      case 'failed':
        return [uncheckedProblem(result.kind, format)];
    }
  }

  /** The quick fixes for the `requested` problems. Empty if the worker fails or times out. */
  async quickFixes(
    text: string,
    format: DocumentFormat,
    options: RuleSettings,
    requested: readonly Pick<Problem, 'code' | 'range'>[],
  ): Promise<readonly QuickFix[]> {
    return answerIn(await this.run({ kind: 'quickFixes', requested }, text, format, options)) ?? [];
  }

  /** The edits that fix all auto-fixable problems. Empty if the worker fails or times out. */
  async fixAll(text: string, format: DocumentFormat, options: RuleSettings): Promise<readonly Edit[]> {
    return answerIn(await this.run({ kind: 'fixAll' }, text, format, options)) ?? [];
  }

  /** A text that is parsed where this runs: the same document for everything that needs the same version. */
  #parse(text: string, format: DocumentFormat): ParsedDocument {
    if (this.#parsed?.format !== format || this.#parsed.text !== text)
      this.#parsed = new ParsedDocument(text, format);
    return this.#parsed;
  }

  /** Runs a task where this runs if the text is small, otherwise in the worker, unless it is no longer needed by then. */
  async run<Task extends CheckTask>(
    task: Task,
    text: string,
    format: DocumentFormat,
    settings: RuleSettings,
    isNeeded?: () => boolean,
  ): Promise<ThreadResult<AnswerTo<Task>>> {
    if (text.length > maxLength[format]) return this.#thread.run(task, text, format, settings, isNeeded);
    return { kind: 'done', answer: await answerTo(task, this.#parse(text, format), settings) };
  }

  /**
   * Runs a task that needs no settings: on a long YAML text in the worker, on JSON always where this runs, as parsing takes about
   * 6 ms per MB, which is less than getting the result from a worker. `pasted`: another text that the task parses. Undefined if the
   * worker fails or times out.
   */
  async runOn<Task extends CheckTask>(
    { text, format }: { readonly text: string; readonly format: DocumentFormat },
    task: Task,
    pasted = '',
  ): Promise<AnswerTo<Task> | undefined> {
    const isLong = (format === 'yaml' && text.length > maxLength.yaml) || pasted.length > maxLength.yaml;
    if (!isLong) return answerTo(task, this.#parse(text, format), noRuleSettings);
    return answerIn(await this.#thread.run(task, text, format, noRuleSettings));
  }

  dispose(): void {
    this.#thread.dispose();
  }
}

/** Reports at the start of the document that it could not be validated. */
function uncheckedProblem(kind: 'timed-out' | 'failed', format: DocumentFormat): Problem {
  const seconds = limits.checkTimeout / 1000;
  const messages = {
    'timed-out': {
      json: l10n.t('Validation of this file timed out after {seconds} seconds. Split the file.', { seconds }),
      yaml: l10n.t(
        'Validation of this file timed out after {seconds} seconds. Split the file, or convert it to JSON.',
        { seconds },
      ),
    },
    failed: {
      json: l10n.t('Validation of this file failed, probably because it ran out of memory. Split the file.'),
      yaml: l10n.t(
        'Validation of this file failed, probably because it ran out of memory. Split the file, or convert it to JSON.',
      ),
    },
  };
  return syntaxProblem(messages[kind][format]);
}

/** Undefined if the worker fails or times out, or the task is cancelled. */
export function answerIn<Answer>(result: ThreadResult<Answer>): Answer | undefined {
  return result.kind === 'done' ? result.answer : undefined;
}
