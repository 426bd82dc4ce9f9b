import {
  commands,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  type Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { compareVersions, type Version } from '../../comparison/compare-versions.ts';
import { changesAsMarkdown } from '../../comparison/write-changes.ts';
import { type DocumentFormat, formatOf } from '../../dataset/dataset.ts';
import { readValue } from '../../dataset/document.ts';
import { indentJson } from '../../text/indent-json.ts';
import { plainText, withoutIcons } from '../../text/plain-text.ts';
import { findDatasetFiles } from '../authoring/workspace/dataset-files.ts';
import { localTime, relativeTime } from '../local-time.ts';
import { showFailure } from '../notifications.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { readSource, type SourceResult, shownSource } from '../submissions/create/dataset-source.ts';
import { targetsOf } from '../targets.ts';
import { fileName } from '../uris.ts';
import { type GitCommit, type GitRevisions, gitRevisionsOf } from './git-revisions.ts';

/** A version of a document of which a dataset was created. */
export interface CreatedVersion {
  /** The submission's ID in the journal. */
  readonly id: string;
  /** The environment's name. */
  readonly environment: string;
  readonly createdAt: Date;
  /** The URI that was submitted, if only its path says that it is the same document. */
  readonly guessedFrom?: string;
  /** What was sent, JSON; undefined if the journal can't read it. */
  readonly body: () => Promise<Uint8Array | undefined>;
}

interface Choice extends QuickPickItem {
  /** Undefined if the user cancels, or after a failure was shown. */
  readonly version?: () => Promise<OtherVersion | undefined>;
}

/**
 * **Compare with…**: the document that is passed in or open, with a version that the user chooses. `createdVersions`: those of a
 * document, newest first.
 */
export async function compareWith(
  documents: ReadOnlyDocuments,
  createdVersions: (uri: Uri) => readonly CreatedVersion[],
  settings: Pick<Settings, 'judge'>,
  target: unknown,
): Promise<void> {
  const [uri] = targetsOf(target)?.uris ?? [];
  if (!uri) return;
  const revisions = await gitRevisionsOf(uri);
  const created = createdVersions(uri).map(createdChoice);
  const choices: readonly Choice[] = revisions
    ? [
        ...created,
        {
          label: `$(file) ${l10n.t('File…')}`,
          detail: l10n.t('Another dataset file'),
          version: () => chooseFile(uri, settings),
        },
        {
          label: `$(git-commit) ${l10n.t('Git Revision…')}`,
          detail: l10n.t('A commit, branch, or tag'),
          version: () => chooseRevision(revisions, uri),
        },
      ]
    : [...created, ...(await fileChoices(uri, settings))];
  const name = fileName(uri);
  const choice = await window.showQuickPick(choices, {
    title: l10n.t('Compare {0} with…', plainText(name)),
    placeHolder: l10n.t('Select the version to compare with'),
  });
  const version = await choice?.version?.();
  if (version) await showComparison(documents, await readSource(uri), version);
}

/** What was sent when a dataset was created. */
export async function sentVersion(version: CreatedVersion): Promise<OtherVersion | undefined> {
  const content = await version.body();
  if (content) return { label: labelOf(version), content, format: 'json' };
  showFailure(l10n.t('The document that was sent is no longer in the journal. Choose another version.'));
  return undefined;
}

function createdChoice(version: CreatedVersion): Choice {
  return {
    label: `$(cloud-upload) ${l10n.t('Last Created in {0}', withoutIcons(plainText(version.environment)))}`,
    description: relativeTime(version.createdAt, new Date()),
    detail: localTime(version.createdAt),
    version: () => sentVersion(version),
  };
}

function labelOf({ environment, createdAt }: CreatedVersion): string {
  return l10n.t('{0}, {1}', plainText(environment), relativeTime(createdAt, new Date()));
}

async function chooseFile(
  compared: Uri,
  settings: Pick<Settings, 'judge'>,
): Promise<OtherVersion | undefined> {
  const placeHolder = l10n.t('Select a dataset file');
  return (await window.showQuickPick(await fileChoices(compared, settings), { placeHolder }))?.version?.();
}

/** Further files of the workspace are not offered. */
const maxFiles = 500;

/** Any file, or one of the workspace other than `compared`. */
async function fileChoices(compared: Uri, settings: Pick<Settings, 'judge'>): Promise<Choice[]> {
  const { files } = await findDatasetFiles(settings);
  const browse = async () => (await window.showOpenDialog({ canSelectMany: false }))?.[0];
  return [
    { label: `$(folder-opened) ${l10n.t('Browse…')}`, version: async () => fileVersion(await browse()) },
    { label: l10n.t('Workspace'), kind: QuickPickItemKind.Separator },
    ...files
      .slice(0, maxFiles)
      .filter((uri) => uri.toString() !== compared.toString())
      .map((uri) => ({
        label: withoutIcons(plainText(workspace.asRelativePath(uri))),
        version: () => fileVersion(uri),
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ];
}

async function fileVersion(uri: Uri | undefined): Promise<OtherVersion | undefined> {
  const source = uri && shownSource(await readSource(uri));
  return source && { label: source.name, content: source.content, format: source.format };
}

async function chooseRevision(revisions: GitRevisions, uri: Uri): Promise<OtherVersion | undefined> {
  const other: QuickPickItem = { label: `$(edit) ${l10n.t('Other Revision…')}` };
  const commits = (await revisions.commits()).map((commit) => ({ ...commitItem(commit), hash: commit.hash }));
  const item: (QuickPickItem & { readonly hash?: string }) | undefined = await window.showQuickPick(
    [...commits, other],
    { placeHolder: l10n.t('Select a commit that changed the file'), matchOnDescription: true },
  );
  if (!item) return undefined;
  const ref =
    item.hash ??
    (await window.showInputBox({
      prompt: l10n.t('A branch, tag, or commit'),
      placeHolder: 'main',
      validateInput: (text) =>
        /^[^-\s][^\s]*$/.test(text) ? undefined : l10n.t('Enter a branch, tag, or commit without spaces.'),
    }));
  if (ref === undefined) return undefined;
  const text = await revisions.textAt(ref);
  const name = fileName(uri);
  if (text === undefined) {
    showFailure(
      l10n.t("{0} doesn't exist in {1}. Choose another revision.", plainText(name), plainText(ref)),
    );
    return undefined;
  }
  return {
    label: l10n.t('{0} ({1})', plainText(name), plainText(item.hash?.slice(0, 8) ?? ref)),
    content: new TextEncoder().encode(text),
    format: formatOf(uri.path) ?? 'json',
  };
}

function commitItem({ hash, message, authorName, authorDate }: GitCommit): QuickPickItem {
  const [subject = ''] = message.split('\n');
  return {
    label: `$(git-commit) ${withoutIcons(plainText(subject))}`,
    description: hash.slice(0, 8),
    detail: [
      authorName && withoutIcons(plainText(authorName)),
      authorDate && relativeTime(authorDate, new Date()),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Another version of a document. */
interface OtherVersion extends Version {
  /** For titles, such as `staging, 3 days ago` or `sales.dataset.json (main)`. */
  readonly label: string;
  readonly format: DocumentFormat;
}

/** Opens the text diff of another version and a document's current text, with the list of changes beside it. */
export async function showComparison(
  documents: ReadOnlyDocuments,
  reading: SourceResult,
  other: OtherVersion,
): Promise<void> {
  const source = shownSource(reading);
  if (!source) return;
  const result = await compareVersions(other, source);
  if (!result.ok) {
    switch (result.failure.kind) {
      case 'before':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Choose another version.", other.label),
        );
      case 'after':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Fix them, and try again.", source.name),
        );
    }
  }
  // JSON and YAML side by side would differ in every line.
  const isAsWritten = other.format === source.format;
  const title = isAsWritten
    ? l10n.t('{0} ↔ {1}', other.label, source.name)
    : l10n.t('{0} ↔ {1} (as JSON)', other.label, source.name);
  const isIndented = source.format === 'yaml' || source.content.includes(0x0a);
  const left = isAsWritten && source.format === 'yaml' ? decoded(other) : await jsonOf(other, isIndented);
  const right =
    isAsWritten || source.format === 'json'
      ? source.uri
      : documents.add(`${source.name}.json`, await jsonOf(source, isIndented));
  await commands.executeCommand(
    'vscode.diff',
    documents.add(`${other.label}.${isAsWritten ? source.format : 'json'}`, left),
    right,
    title,
    { viewColumn: ViewColumn.Active },
  );
  const list = l10n.t('Changes of {0}', source.name);
  await documents.showMarkdownBeside(list, changesAsMarkdown(result.value));
}

function decoded({ content }: Version): string {
  return new TextDecoder().decode(content);
}

/** A version that can be parsed as JSON. Of JSON, the values stay as they are written, and its line breaks, if it has any. */
async function jsonOf(version: Version, isIndented: boolean): Promise<string> {
  const value = version.format === 'yaml' ? await readValue(version.content, 'yaml') : undefined;
  const text = value?.ok ? JSON.stringify(value.value) : decoded(version);
  return isIndented && !text.includes('\n') ? indentJson(text) : text;
}
