import { l10n, RelativePattern, type Uri, workspace } from 'vscode';
import { datasetGlob, workspaceFiles } from '../../authoring/workspace/stored-files.ts';
import { showFailure } from '../../notifications.ts';
import { activeDocumentUri, passedUris } from '../../uris.ts';
import { type DatasetSource, readSource, shownSource } from './dataset-source.ts';

export interface Target {
  readonly uris: readonly Uri[];
  /** True for a list, even of one. */
  readonly several: boolean;
}

/** What a command acts on: what it is called with, or the document in the active editor, also if that is the Dataset Designer. */
export function targetsOf(target?: unknown, selection?: unknown): Target {
  const uris = passedUris(target, selection);
  if (Array.isArray(target) || uris.length > 1) return { uris, several: true };
  const active = uris[0] ?? activeDocumentUri();
  if (!active)
    showFailure(l10n.t('No dataset file is open. Open one, such as sales.dataset.json, and try again.'));
  return { uris: active ? [active] : [], several: false };
}

/** The document that a command acts on. Shows why if it can't be read, and is undefined then. */
export async function readTarget(target: unknown): Promise<DatasetSource | undefined> {
  const [uri] = targetsOf(target).uris;
  return uri && shownSource(await readSource(uri));
}

/** Nothing can be submitted to an address without an environment. */
export function showNoEnvironment(address: string): void {
  showFailure(l10n.t('No environment has the address {0}. Add one in the settings, and try again.', address));
}

export interface TargetDocuments {
  /** Each once; those of a folder in the order of their paths. */
  readonly uris: readonly Uri[];
  /** True if some were found in a folder. */
  readonly inFolders: boolean;
}

/** Files, and the dataset files in folders. A folder without any is kept, so that it is reported. */
export async function documentsOf(uris: readonly Uri[]): Promise<TargetDocuments> {
  const found = new Map<string, Uri>();
  let inFolders = false;
  for (const uri of uris) {
    const inside = (await workspaceFiles.isFolder(uri))
      ? await workspace.findFiles(new RelativePattern(uri, datasetGlob))
      : [];
    inFolders ||= inside.length > 0;
    const documents = inside.length > 0 ? inside.toSorted(byPath) : [uri];
    for (const document of documents) found.set(document.toString(), document);
  }
  return { uris: [...found.values()], inFolders };
}

/** 2 before 10. */
function byPath(a: Uri, b: Uri): number {
  return a.path.localeCompare(b.path, undefined, { numeric: true });
}
