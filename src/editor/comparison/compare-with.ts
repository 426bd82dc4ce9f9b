import { l10n, type QuickPickItem, QuickPickItemKind, type Uri, window, workspace } from 'vscode';
import { formatOf } from '../../dataset/dataset.ts';
import { plainText, withoutIcons } from '../../text/plain-text.ts';
import { findDatasetFiles } from '../documents/dataset-files.ts';
import { readSource, shownSource } from '../documents/dataset-source.ts';
import { targetsOf } from '../documents/targets.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { fileName } from '../studio/uris.ts';
import { localTime, relativeTime } from '../ui/local-time.ts';
import { showFailure } from '../ui/notifications.ts';
import { type BranchBase, type GitCommit, type GitRevisions, gitRevisionsOf } from './git-revisions.ts';
import { type OtherVersion, showComparison } from './show-comparison.ts';

/** A version of a document of which a dataset was created. */
export interface CreatedVersion {
  /** The submission's ID in the journal. */
  readonly id: string;
  /** The environment's name. */
  readonly environment: string;
  readonly createdAt: Date;
  /** What was sent, JSON; undefined if the journal can't read it. */
  readonly body: () => Promise<Uint8Array | undefined>;
}

interface Choice extends QuickPickItem {
  /** Undefined if the user cancels, or after a failure was shown. */
  readonly version?: () => Promise<OtherVersion | undefined>;
}

/**
 * **Compare with…**: the document that is passed in or open, with a version that the user chooses, or two selected files with each
 * other. `createdVersions`: those of a document, newest first.
 */
export async function compareWith(
  studio: CommonStudio,
  createdVersions: (uri: Uri) => readonly CreatedVersion[],
  target: unknown,
  selection?: unknown,
): Promise<void> {
  const [uri, another, more] = (await targetsOf(target, selection))?.uris ?? [];
  if (!uri) return;
  if (more) return showFailure(l10n.t('Only two files can be compared. Select one or two dataset files.'));
  if (another) {
    const version = await fileVersion(uri);
    if (version) await showComparison(studio, await readSource(another), version);
    return;
  }
  const { settings } = studio;
  const revisions = await gitRevisionsOf(uri);
  const base = await revisions?.branchBase();
  const created = createdVersions(uri).map(createdChoice);
  const choices: readonly Choice[] = revisions
    ? [
        ...(base ? [branchChoice(base, uri)] : []),
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
  if (version) await showComparison(studio, await readSource(uri), version);
}

function branchChoice(base: BranchBase, uri: Uri): Choice {
  return {
    label: `$(git-branch) ${l10n.t('Default Branch ({0})', withoutIcons(plainText(base.branch)))}`,
    detail: l10n.t('What your branch changes, from its merge base'),
    version: async () => branchVersion(base, uri),
  };
}

/** A file where its branch started; undefined without a default branch. */
export async function branchVersionOf(uri: Uri): Promise<OtherVersion | undefined> {
  const base = await (await gitRevisionsOf(uri))?.branchBase();
  return base && branchVersion(base, uri);
}

function branchVersion({ branch, text }: BranchBase, uri: Uri): OtherVersion {
  return revisionVersion(uri, plainText(branch), text);
}

function revisionVersion(uri: Uri, since: string, text: string | undefined): OtherVersion {
  return {
    label: l10n.t('{0} ({1})', plainText(fileName(uri)), since),
    since,
    content: text === undefined ? undefined : new TextEncoder().encode(text),
    format: formatOf(uri.path) ?? 'json',
  };
}

/** What was sent when a dataset was created. */
export async function sentVersion(version: CreatedVersion): Promise<OtherVersion | undefined> {
  const content = await version.body();
  if (content) return { label: labelOf(version), since: labelOf(version), content, format: 'json' };
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
  const since = plainText(item.hash?.slice(0, 8) ?? ref);
  if (text.ok) return revisionVersion(uri, since, text.value);
  switch (text.failure) {
    case 'no-file':
      showFailure(
        l10n.t("{0} doesn't exist in {1}. Choose another revision.", plainText(fileName(uri)), since),
      );
      return undefined;
    case 'unknown-revision':
      showFailure(
        l10n.t('{0} is an unknown revision. Check its name, or fetch it first, and try again.', since),
      );
      return undefined;
  }
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
