import { Disposable, RelativePattern, Uri, workspace } from 'vscode';
import type { DataCheck } from './run-check.ts';

/** Milliseconds without a change before a check is repeated: programs write a file in several steps. */
const settlingTime = 300;

interface FileEvents {
  /** The dataset or a file has changed on the disk, and no more for a while. */
  onSave(): unknown;
  /** A file has unsaved changes. */
  onEdit(file: Uri): void;
  onDelete(file: Uri): void;
}

/** Follows the dataset and the files of a check. */
export function watchFiles(
  { dataset, files: data }: DataCheck,
  { onSave, onEdit, onDelete }: FileEvents,
): Disposable {
  const files = [dataset, ...data];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = new Set(files.map(String));
  const saved = (uri: Uri) => {
    if (!watched.has(uri.toString())) return;
    clearTimeout(timer);
    timer = setTimeout(onSave, settlingTime);
  };
  const isData = (uri: Uri) => data.some((each) => each.toString() === uri.toString());
  const folders = new Map(files.map((uri) => Uri.joinPath(uri, '..')).map((uri) => [uri.toString(), uri]));
  return Disposable.from(
    new Disposable(() => clearTimeout(timer)),
    ...[...folders.values()].flatMap((folder) => {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
      return [
        watcher,
        watcher.onDidChange(saved),
        watcher.onDidCreate(saved),
        watcher.onDidDelete((uri) => isData(uri) && onDelete(uri)),
      ];
    }),
    // Also sent when a document has no unsaved changes any more.
    workspace.onDidChangeTextDocument(({ document: { uri, isDirty } }) => {
      if (!isDirty) saved(uri);
      else if (isData(uri)) onEdit(uri);
    }),
  );
}

/** Changes with the dataset and the files of a check on the disk. */
export async function diskVersionOf({ dataset, files }: DataCheck): Promise<string> {
  const stats = await Promise.allSettled([dataset, ...files].map((uri) => workspace.fs.stat(uri)));
  return stats
    .map((stat) => (stat.status === 'fulfilled' ? `${stat.value.mtime} ${stat.value.size}` : ''))
    .join();
}
