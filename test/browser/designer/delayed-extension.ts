import assert from 'node:assert/strict';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { type EditOperation, rename } from '../../../src/dataset/edits/operation.ts';
import { applyEdits, type TextEdit } from '../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { paste, textOfItems } from '../../../src/designer/clipboard.ts';
import type { Design } from '../../../src/designer/design.ts';
import { operationsOf, startEdits } from '../../../src/designer/design-change.ts';
import { designerStrings } from '../../../src/designer/strings.ts';
import { updateBetween } from '../../../src/designer/update.ts';
import type { DocumentState, FromView, ToView } from '../../../src/designer/view-messages.ts';
import { designOf } from '../../unit/designer/documents.ts';

/** Changes a document as the extension does, and answers as late as a test wants. */
export class DelayedExtension {
  /** The versions of the text, for undo and redo. */
  readonly #texts: string[];
  clipboard = '';
  /** The text when it was saved last. */
  saved = '';
  /** Whether *Go to Text* finds a text. */
  showsText = false;
  #at = 0;
  #design: Design | undefined;
  #version = 1;
  #time = 0;
  #messages = 0;
  readonly #delays: readonly number[];
  readonly #coming: { readonly due: number; readonly message: FromView }[] = [];

  /** `delays`: of the answers, in keys that are pressed meanwhile. */
  constructor(text: string, delays: readonly number[]) {
    this.#texts = [text];
    this.#delays = delays;
  }

  get text(): string {
    return this.#texts[this.#at] ?? '';
  }

  async open(): Promise<ToView> {
    this.#design = await designOf(this.text);
    return {
      kind: 'open',
      strings: designerStrings(),
      design: JSON.stringify(this.#design),
      state: this.#state,
    };
  }

  receive(messages: readonly FromView[]): void {
    for (const message of messages) {
      const delay = this.#delays[this.#messages++ % this.#delays.length] ?? 0;
      this.#coming.push({ due: this.#time + delay, message });
    }
  }

  /** Called after each key. */
  tick(): void {
    this.#time++;
  }

  /** What arrives at the view now, or at the `end` of the test; `undefined` if nothing does. Messages don't overtake each other. */
  async answers(end: boolean): Promise<readonly ToView[] | undefined> {
    const [next] = this.#coming;
    if (next === undefined || (next.due > this.#time && !end)) return undefined;
    this.#coming.shift();
    return this.#answer(next.message);
  }

  async #answer(message: FromView): Promise<readonly ToView[]> {
    switch (message.kind) {
      case 'change': {
        assert.equal(message.version, this.#version);
        assert.ok(this.#design);
        return this.#apply(operationsOf(message.change, this.#design));
      }
      case 'start': {
        const edits = startEdits(this.text, 'json', '  ');
        if (edits !== undefined) this.#change(edits);
        return [await this.#update(), { kind: 'changed' }];
      }
      case 'get-fixes':
        return [{ kind: 'fixes', item: message.item, fixes: [{ id: 0, title: 'Rename the dataset' }] }];
      case 'apply-fix':
        return this.#apply([rename([], 'Fixed')]);
      case 'copy': {
        this.clipboard = await textOfItems(this.#parsed, message.items);
        return [{ kind: 'changed' }];
      }
      case 'cut': {
        assert.ok(this.#design);
        this.clipboard = await textOfItems(this.#parsed, message.items);
        return this.#apply(operationsOf({ kind: 'remove', items: message.items }, this.#design));
      }
      case 'paste': {
        const result = await paste(this.#parsed, this.clipboard, message.item, '  ');
        if (!result.ok) return [{ kind: 'changed', failure: result.failure.kind }];
        const { edits, first, count } = result.value;
        this.#change(edits);
        return [await this.#update(), { kind: 'changed', pasted: { first, count } }];
      }
      case 'go-to-text':
      case 'go-to-error':
        return [{ kind: 'went-to-text', isShown: this.showsText }];
      case 'undo':
      case 'redo': {
        const to = this.#at + (message.kind === 'undo' ? -1 : 1);
        if (this.#texts[to] === undefined) return [{ kind: 'changed' }];
        this.#at = to;
        return [await this.#update(), { kind: 'changed' }];
      }
      case 'save':
        this.saved = this.text;
        return [{ kind: 'changed' }];
      default:
        return [];
    }
  }

  get #parsed(): ParsedDocument {
    return new ParsedDocument(this.text, 'json');
  }

  async #apply(operations: readonly EditOperation[]): Promise<readonly ToView[]> {
    if (operations.length === 0) return [{ kind: 'changed' }];
    const edits = await editDataset(this.#parsed, operations);
    if (!edits.ok) return [{ kind: 'changed', failure: edits.failure.kind }];
    this.#change(edits.value);
    return [await this.#update(), { kind: 'changed' }];
  }

  #change(edits: readonly TextEdit[]): void {
    this.#texts.splice(this.#at + 1, Number.POSITIVE_INFINITY, applyEdits(this.text, edits));
    this.#at++;
  }

  async #update(): Promise<ToView> {
    this.#version++;
    const next = await designOf(this.text);
    const update = updateBetween(this.#design ?? next, next);
    this.#design = next;
    return { kind: 'update', update, state: this.#state };
  }

  get #state(): DocumentState {
    const isEmpty = this.text === '';
    return {
      version: this.#version,
      readOnly: isEmpty ? { kind: 'syntax-error', message: 'Empty.', line: 1 } : undefined,
      isEmpty,
      dataTypes: ['string', 'Int64', 'DateTime', 'Decimal', 'Double'],
    };
  }
}
