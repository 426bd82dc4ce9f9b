import { CodeLens, type Disposable, l10n, Range, type TextDocument } from 'vscode';
import type { Change } from '../../comparison/change.ts';
import { changesSince } from '../../comparison/changes-since.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import { printable } from '../../text/printable.ts';
import { isLongerThan } from '../authoring/features/text-ranges.ts';
import { languages as datasetLanguages } from '../languages.ts';
import { relativeTime } from '../local-time.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';
import type { CreatedVersion } from './compare-with.ts';
import { createdVersions } from './created-versions.ts';

/** The longest text that is compared after each change of it, in UTF-16 units: a few milliseconds of work. */
const maxLength = 256 * 1024;
const maxTooltipLines = 10;

/** **2 changes since staging, 3 days ago**, above the first line of a document of which a dataset was created. */
export class ChangesLens implements Disposable {
  readonly #submissions: SubmissionStore;
  /** The environment in use, whose last created version comes first. */
  readonly #environment: () => string | undefined;
  readonly #registration: Disposable;
  /** What was sent, of the documents that were shown last. */
  readonly #bodies = new Map<string, Promise<Uint8Array | undefined>>();

  /** `onChange`: called when the lenses change without a change of their documents. */
  constructor(submissions: SubmissionStore, environment: () => string | undefined, onChange: () => void) {
    this.#submissions = submissions;
    this.#environment = environment;
    this.#registration = submissions.onDidChange(onChange);
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const format = datasetLanguages.get(document.languageId);
    const versions = createdVersions(this.#submissions, document.uri);
    const selected = this.#environment();
    const version = versions.find(({ environment }) => environment === selected) ?? versions[0];
    if (!version || !format) return [];
    if (isLongerThan(document, maxLength)) return [];
    const text = document.getText();
    const content = await this.#bodyOf(version);
    if (!content || content.length > maxLength * 3) return [];
    const result = await changesSince({ content, format: 'json' }, { text, format });
    if (!result.ok) return [];
    return [
      new CodeLens(new Range(0, 0, 0, 0), {
        title: title(result.value.length, version),
        tooltip: tooltip(result.value),
        command: '_dataset.showChanges',
        arguments: [document.uri, version.id],
      }),
    ];
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #bodyOf({ id, body }: CreatedVersion): Promise<Uint8Array | undefined> {
    const known = this.#bodies.get(id);
    if (known) return known;
    if (this.#bodies.size >= 20) this.#bodies.clear();
    const content = body();
    this.#bodies.set(id, content);
    return content;
  }
}

function title(count: number, { environment, createdAt }: CreatedVersion): string {
  // In a lens, `$(…)` is an icon.
  const name = printable(environment).replaceAll('$(', '$ (');
  const time = relativeTime(createdAt, new Date());
  switch (count) {
    case 0:
      return l10n.t('No changes since {0}, {1}', name, time);
    case 1:
      return l10n.t('1 change since {0}, {1}', name, time);
    default:
      return l10n.t('{0} changes since {1}, {2}', count, name, time);
  }
}

function tooltip(changes: readonly Change[]): string {
  const lines = changes.slice(0, maxTooltipLines).map((change) => describeChange(change));
  return (changes.length > maxTooltipLines ? [...lines, '…'] : lines).join('\n');
}
