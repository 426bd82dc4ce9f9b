import type { Problem } from '../../dataset/problem.ts';
import type { Design } from '../../designer/design.ts';
import { withProblems } from '../../designer/read-design.ts';
import { designerStrings } from '../../designer/strings.ts';
import { updateBetween, withProblemsOf } from '../../designer/update.ts';
import type { DocumentState, ToView } from '../../designer/view-messages.ts';
import {
  type DesignedDocument,
  type DocumentReading,
  problemsIn,
  readDocument,
  stateOf,
} from './document-reading.ts';

/** Times in milliseconds. Documents that take long to read are read less often while someone types. */
const maxPause = 2000;
const quickReading = 20;

/** What a view shows of a document. Reads the document and posts what changed. */
export class ShownDesign {
  readonly #designed: DesignedDocument;
  readonly #post: (message: ToView) => void;
  #reading: DocumentReading | undefined;
  #readingTime = 0;
  #problems: readonly Problem[] = [];
  /** The check of the reading, if it takes longer. */
  #check: Promise<readonly Problem[]> | undefined;
  #shown: Design | undefined;

  constructor(designed: DesignedDocument, post: (message: ToView) => void) {
    this.#designed = designed;
    this.#post = post;
  }

  /** `undefined` while the view is hidden. */
  get design(): Design | undefined {
    return this.#shown;
  }

  /** The last reading of the document, which may have changed since. */
  get reading(): DocumentReading | undefined {
    return this.#reading;
  }

  /** The reading, if the document has not changed since. */
  get currentReading(): DocumentReading | undefined {
    return this.#reading?.version === this.#designed.document.version ? this.#reading : undefined;
  }

  /** The problems of the reading, as far as they are known. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** How long to wait for more keys before the document is read again, in milliseconds. */
  get pause(): number {
    return this.#readingTime < quickReading ? 0 : Math.min(2 * this.#readingTime, maxPause);
  }

  /** Shows the document in a new view. */
  async open(): Promise<void> {
    const reading = await this.#read();
    const state = await this.#state(reading);
    this.#shown = this.#designOf(reading);
    const design = JSON.stringify(this.#shown);
    this.#post({ kind: 'open', strings: designerStrings(), design, state });
    void this.#showProblems();
  }

  /** Updates the view, unless it is hidden. */
  async refresh(): Promise<void> {
    if (this.#shown === undefined) return;
    const reading = await this.#read();
    await this.#update(reading, this.#check === undefined);
    void this.#showProblems();
  }

  /** Called when the view is hidden or closed. */
  hide(): void {
    this.#shown = undefined;
  }

  /** Reads and checks the document. The view doesn't wait for a check that takes longer. */
  async #read(): Promise<DocumentReading> {
    const started = performance.now();
    const reading = this.currentReading ?? (await readDocument(this.#designed));
    this.#readingTime = performance.now() - started;
    const check = problemsIn(reading, this.#designed);
    const problems = await Promise.race([check, afterThisTask()]);
    this.#reading = reading;
    this.#problems = problems ?? [];
    this.#check = problems === undefined ? check : undefined;
    return reading;
  }

  async #showProblems(): Promise<void> {
    const reading = this.#reading;
    const check = this.#check;
    const problems = await check;
    if (problems === undefined || reading === undefined || this.#check !== check) return;
    this.#problems = problems;
    await this.#update(reading, true);
  }

  async #update(reading: DocumentReading, isChecked: boolean): Promise<void> {
    const state = await this.#state(reading);
    if (this.#shown === undefined || this.#reading !== reading) return;
    const design = this.#designOf(reading);
    const next = isChecked ? design : withProblemsOf(this.#shown, design);
    const update = updateBetween(this.#shown, next);
    this.#shown = next;
    this.#post({ kind: 'update', update, state });
  }

  #designOf({ design, places, text }: DocumentReading): Design {
    return withProblems(design, places, text, this.#problems);
  }

  #state(reading: DocumentReading): Promise<DocumentState> {
    return stateOf(reading, this.#problems, this.#designed);
  }
}

/** Resolves after everything that resolves without waiting for another task, such as a short check. */
function afterThisTask(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined)));
}
