import { Disposable, type Uri, workspace } from 'vscode';
import { datasetGlob } from '../../documents/dataset-files.ts';
import type { Checking } from '../checking/checking.ts';

/** Changes to dataset files. */
export interface Changes {
  /** Whether dataset files may have been added or removed, so that a new search is needed. */
  readonly needsSearch: boolean;
  /** The URIs of known files that must be checked again. */
  readonly changed: ReadonlySet<string>;
}

/** In milliseconds, after the last change: a Git checkout changes thousands of files. */
const debounceDelay = 300;

/** Collects changes to dataset files and to the settings that affect them, and reports them together. `knownFiles`: by URI. */
export function watchDatasetFiles(
  knownFiles: () => ReadonlyMap<string, Uri>,
  { files, settings, diagnostics }: Checking,
  onChanges: (changes: Changes) => void,
): Disposable {
  let needsSearch = false;
  let changed = new Set<string>();
  let deleted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    // May have been created again in the meantime. If not, the search removes their problems.
    for (const key of knownFiles().keys())
      if (isWithin(key, deleted)) {
        needsSearch = true;
        changed.add(key);
      }
    onChanges({ needsSearch, changed });
    timer = undefined;
    needsSearch = false;
    changed = new Set();
    deleted = new Set();
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(report, debounceDelay);
  };
  const search = () => {
    needsSearch = true;
    schedule();
  };
  const check = (uri: Uri) => {
    const key = uri.toString();
    if (!knownFiles().has(key)) return;
    changed.add(key);
    schedule();
  };
  const checkAll = () => {
    for (const uri of knownFiles().values()) check(uri);
  };
  const datasetFiles = workspace.createFileSystemWatcher(datasetGlob);
  // VS Code may report only a folder that is created or deleted, not the files in it.
  const folders = workspace.createFileSystemWatcher('**/*', false, true);
  return Disposable.from(
    new Disposable(() => clearTimeout(timer)),
    datasetFiles,
    folders,
    datasetFiles.onDidCreate((uri) => {
      search();
      // A known file was replaced by another one.
      check(uri);
    }),
    datasetFiles.onDidChange(check),
    folders.onDidDelete((uri) => {
      deleted.add(uri.toString());
      // Doesn't restart the timer: other programs, such as compilers, may delete files continuously.
      if (timer === undefined) schedule();
    }),
    folders.onDidCreate(async (uri) => {
      // A new folder can contain dataset files.
      if (!needsSearch && (await files.isFolder(uri))) search();
    }),
    // VS Code reports a renamed folder, not the files in it.
    workspace.onDidRenameFiles(search),
    workspace.onDidChangeWorkspaceFolders(search),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search.exclude'))
        search();
      if (change.affectsConfiguration('dataset')) checkAll();
    }),
    settings.projects.onDidChange(() => {
      search();
      checkAll();
    }),
    diagnostics.onDidClear(check),
  );
}

/** Whether a path equals one of `places`, or is inside one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (places.has(path.slice(0, end))) return true;
  return false;
}
