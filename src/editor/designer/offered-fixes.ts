import { commands } from 'vscode';
import type { Fix } from '../../dataset/fixes/fix-edit.ts';
import { placeholderDefaults } from '../../dataset/fixes/fix-edit.ts';
import type { Problem } from '../../dataset/problem.ts';
import type { OfferedFix } from '../../designer/view-messages.ts';
import { dataTypeFixes } from '../authoring/features/data-type-setting.ts';
import { applyTextEdits, type EditResult } from './document-edits.ts';
import type { DesignedDocument, DocumentReading } from './document-reading.ts';

interface Offer {
  readonly title: string;
  /** An offset in the changed text: of a value that the user can replace. */
  readonly valueAt?: number;
  apply(): Promise<EditResult>;
}

/** The quick fixes that the view offers last. */
export class OfferedFixes {
  readonly #designed: DesignedDocument;
  #offers: readonly Offer[] = [];

  constructor(designed: DesignedDocument) {
    this.#designed = designed;
  }

  /** Finds the fixes for problems of a reading. They replace the ones that were offered before. */
  async find(reading: DocumentReading, problems: readonly Problem[]): Promise<OfferedFix[]> {
    const { text, format, version } = reading;
    const { document, settings, checks } = this.#designed;
    const found = await checks.quickFixes(text, format, await settings.validation(document.uri), problems);
    this.#offers = (await Promise.all(found.map(({ fix }) => this.#offersOf(fix, version)))).flat();
    return this.#offers.map(({ title }, id) => ({ id, title }));
  }

  /** An offered fix. */
  offer(id: number): Offer | undefined {
    return this.#offers[id];
  }

  async #offersOf(fix: Fix, version: number): Promise<Offer[]> {
    const { document, settings } = this.#designed;
    if (fix.kind === 'edit') {
      const { start, end, newText, isSnippet } = fix.edit;
      const edit = { start, end, newText: isSnippet ? placeholderDefaults(newText) : newText };
      const valueAt = start + edit.newText.trimEnd().length - 1;
      const apply = () => applyTextEdits(this.#designed, version, [edit]);
      return [{ title: fix.title, valueAt: isSnippet ? valueAt : undefined, apply }];
    }
    const { dataType } = fix;
    return (await dataTypeFixes(dataType, document.uri, settings)).map(({ title, target }) => ({
      title,
      apply: async () => {
        await commands.executeCommand('_dataset.addDataType', dataType, document.uri, target);
        return { kind: 'applied' };
      },
    }));
  }
}
