import type { Design } from '../../designer/design.ts';
import { withProblems } from '../../designer/read-design.ts';
import { designerStrings } from '../../designer/strings.ts';
import { updateBetween } from '../../designer/update.ts';
import type { ToView } from '../../designer/view-messages.ts';
import { type DesignedDocument, designState, readDesigned, type VersionReading } from './document-reading.ts';

/** Times in milliseconds. Documents that take long to read are read less often while someone types. */
const maxPause = 2000;
const quickReading = 20;

/** What a view shows of a document. Reads the document and posts what changed. */
export class ShownDesign {
  readonly #designed: DesignedDocument;
  readonly #post: (message: ToView) => void;
  #reading: VersionReading | undefined;
  #readingTime = 0;
  #shown: Design | undefined;
  #isLocked = false;

  constructor(designed: DesignedDocument, post: (message: ToView) => void) {
    this.#designed = designed;
    this.#post = post;
  }

  /** `undefined` while the view is hidden. */
  get design(): Design | undefined {
    return this.#shown;
  }

  /** The last reading of the document, which may have changed since. */
  get reading(): VersionReading | undefined {
    return this.#reading;
  }

  /** The reading, if the document has not changed since. */
  get currentReading(): VersionReading | undefined {
    return this.#reading?.version === this.#designed.document.version ? this.#reading : undefined;
  }

  /** How long to wait for more keys before the document is read again, in milliseconds. */
  get pause(): number {
    return this.#readingTime < quickReading ? 0 : Math.min(2 * this.#readingTime, maxPause);
  }

  /** Shows the document in a new view. */
  async open(): Promise<void> {
    const { design, state } = await this.#read();
    this.#shown = design;
    this.#post({ kind: 'open', strings: designerStrings(), design: JSON.stringify(design), state });
  }

  /** Updates the view, unless it is hidden. */
  async refresh(): Promise<void> {
    if (this.#shown === undefined) return;
    const { design, state } = await this.#read();
    if (this.#shown === undefined) return;
    const update = updateBetween(this.#shown, design);
    this.#shown = design;
    this.#post({ kind: 'update', update, state });
  }

  /** Called when VS Code lost a change: the view offers none until the document is changed in the text. */
  lock(): void {
    this.#isLocked = true;
  }

  /** Called when the view is hidden or closed. */
  hide(): void {
    this.#shown = undefined;
  }

  /** Reads and checks the document. */
  async #read() {
    const started = performance.now();
    const reading = await readDesigned(this.#designed, this.currentReading);
    this.#reading = reading;
    this.#readingTime = performance.now() - started;
    if (this.#designed.document.isDirty) this.#isLocked = false;
    const state = await designState(reading, this.#designed, this.#isLocked);
    return { design: withProblems(reading.design, reading.places, reading.text, reading.problems), state };
  }
}
