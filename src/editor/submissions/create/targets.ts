import { l10n, RelativePattern, type Uri, workspace } from 'vscode';
import { datasetGlob, workspaceFiles } from '../../authoring/workspace/stored-files.ts';
import { showFailure } from '../../notifications.ts';
import { activeDocumentUri, passedUris } from '../../uris.ts';
import { type DatasetSource, readSource, shownSource } from './dataset-source.ts';

/**
 * What a command acts on: what it is called with, or the document in the active editor, also if that is the Dataset Designer. `several`: a
 * list, even of one.
 */
export function targetsOf(
  target?: unknown,
  selection?: unknown,
): { readonly uris: readonly Uri[]; readonly several: boolean } {
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

/**
 * Files, and the dataset files in folders in the order of their paths, each once. A folder without any is kept, so that it is
 * reported. `inFolders`: whether some were found in a folder.
 */
export async function documentsOf(
  uris: readonly Uri[],
): Promise<{ readonly uris: readonly Uri[]; readonly inFolders: boolean }> {
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
