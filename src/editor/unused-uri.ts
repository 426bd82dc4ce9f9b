import { Uri, workspace } from 'vscode';

/**
 * The URI of a file that is neither in a folder nor open there as an untitled document: `name` with `extension`, or with a
 * number between them. Rejects if the folder can't be read.
 */
export async function unusedUri(folder: Uri, name: string, extension: string): Promise<Uri> {
  const inFolder = (await workspace.fs.readDirectory(folder)).map(([entry]) => Uri.joinPath(folder, entry));
  const untitled = workspace.textDocuments.filter(({ isUntitled }) => isUntitled).map(({ uri }) => uri);
  const used = new Set([...inFolder, ...untitled].map(({ path }) => path.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const uri = Uri.joinPath(folder, `${name}${number === 1 ? '' : `-${number}`}${extension}`);
    if (!used.has(uri.path.toLowerCase())) return uri;
  }
}
