import { FileType, RelativePattern, type Uri, workspace } from 'vscode';

export interface TargetDocuments {
  /** Each once; those of a folder in the order of their paths. */
  readonly uris: readonly Uri[];
  /** True if some were found in a folder. */
  readonly inFolders: boolean;
}

const datasetFiles = '**/*.dataset.{json,yaml,yml}';

/** Files, and the dataset files in folders. A folder without any is kept, so that it is reported. */
export async function documentsOf(uris: readonly Uri[]): Promise<TargetDocuments> {
  const found = new Map<string, Uri>();
  let inFolders = false;
  for (const uri of uris) {
    const inside = (await isFolder(uri))
      ? await workspace.findFiles(new RelativePattern(uri, datasetFiles))
      : [];
    inFolders ||= inside.length > 0;
    const documents = inside.length > 0 ? inside.toSorted(byPath) : [uri];
    for (const document of documents) found.set(document.toString(), document);
  }
  return { uris: [...found.values()], inFolders };
}

async function isFolder(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    // Reading the file will report what is wrong.
    return false;
  }
}

/** 2 before 10. */
function byPath(a: Uri, b: Uri): number {
  return a.path.localeCompare(b.path, undefined, { numeric: true });
}
