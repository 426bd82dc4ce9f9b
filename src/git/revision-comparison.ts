import { formatOf, hasDatasetName, nameIn } from '../dataset/dataset.ts';
import { readValue } from '../dataset/document.ts';
import type { Result } from '../result.ts';
import { BlobReader } from './blob-reader.ts';
import { findRenames } from './find-renames.ts';
import type { CommittedFiles, WorkingFiles } from './list-files.ts';
import type { Repository } from './repository.ts';
import type { WorkingTree } from './working-tree.ts';

/** A failure is why it can't be read and what to do, in sentences. */
export type Content = Result<Uint8Array, string>;

/** A file whose content differs from what the revision has. Paths are from the root, with slashes. */
export interface FileChange {
  /** The path now; of a deleted file, before. */
  readonly file: string;
  /** The path before; `null` for an added file. */
  readonly oldFile: string | null;
  readonly status: 'added' | 'deleted' | 'renamed' | 'changed';
  /** Absent for an added file. */
  readonly before?: Content;
  /** Absent for a deleted file. */
  readonly after?: Content;
}

interface ComparedFiles {
  readonly repository: Repository;
  readonly tree: WorkingTree;
  readonly before: CommittedFiles;
  readonly after: WorkingFiles;
  /** The files to compare, of both versions. */
  readonly selected: ReadonlySet<string>;
}

export type RevisionComparison = ReturnType<typeof revisionComparison>;

/** The files of a working tree beside those of a revision. */
export function revisionComparison({ repository, tree, before, after, selected }: ComparedFiles) {
  const blobs = new BlobReader(repository);
  /** Whether it was a file, not a link. */
  const was = (file: string) => before.get(file)?.kind === 'file';
  const isUnchanged = (oldFile: string, file: string) => {
    const committed = before.get(oldFile);
    if (committed === undefined) return false;
    const id = after.get(file);
    return id === undefined ? tree.isSame(file, committed) : id === committed.id;
  };
  const contentBefore = (file: string): Promise<Content> => blobs.read(before.get(file)?.id ?? '');
  const contentOf = async (file: string): Promise<Content> => {
    const id = after.get(file);
    return id === undefined ? tree.read(file) : blobs.read(id);
  };
  const changeOf = async (file: string, oldFile: string): Promise<FileChange | undefined> => {
    const isThere = after.has(file);
    if (isThere && isUnchanged(oldFile, file)) return undefined;
    if (!was(oldFile))
      return isThere ? { file, oldFile: null, status: 'added', after: await contentOf(file) } : undefined;
    const old = await contentBefore(oldFile);
    if (!isThere) return { file, oldFile, status: 'deleted', before: old };
    const status = file === oldFile ? 'changed' : 'renamed';
    return { file, oldFile, status, before: old, after: await contentOf(file) };
  };

  /** Of all dataset files, so that it doesn't matter which of the two names is selected. First by content, then by name. */
  const findAllRenames = async (): Promise<ReadonlyMap<string, string>> => {
    const isComparable = (file: string) => hasDatasetName(file) || selected.has(file);
    const deleted = [...before.keys()].filter((file) => isComparable(file) && was(file) && !after.has(file));
    const added = [...after.keys()].filter((file) => isComparable(file) && !before.has(file));
    if (deleted.length === 0 || added.length === 0) return new Map();

    const ids = new Map(deleted.map((file) => [file, before.get(file)?.id]));
    const known = new Set(ids.values());
    const idOf = (file: string) => {
      const content = tree.read(file);
      return content.ok ? tree.idsOf(content.value).find((id) => known.has(id)) : undefined;
    };
    const byContent = findRenames(ids, new Map(added.map((file) => [file, idOf(file)])));

    const taken = new Set(byContent.values());
    const oldNames = new Map<string, string | undefined>();
    for (const file of deleted)
      if (!taken.has(file)) oldNames.set(file, await nameOf(file, await contentBefore(file)));
    const newNames = new Map<string, string | undefined>();
    for (const file of added)
      if (!byContent.has(file)) newNames.set(file, await nameOf(file, await contentOf(file)));
    return new Map([...byContent, ...findRenames(oldNames, newNames)]);
  };

  return {
    /** The root of the repository, an absolute path. */
    root: repository.root,
    /** The files of the working tree that are compared, changed or not, sorted. */
    files: [...selected].filter((file) => after.has(file)).sort(),
    /** Sorted by file. Contents are read one after the other. Can be read once. */
    async *changes(): AsyncGenerator<FileChange> {
      try {
        const renames = await findAllRenames();
        const newFiles = new Map([...renames].map(([newFile, oldFile]) => [oldFile, newFile]));
        const files = new Set([...selected].map((file) => newFiles.get(file) ?? file));
        for (const file of [...files].sort()) {
          const change = await changeOf(file, renames.get(file) ?? file);
          if (change !== undefined) yield change;
        }
      } finally {
        blobs.close();
      }
    },
  };
}

/** Why a version of a file can't be read, and what to do, in sentences; undefined if all can. */
export function describeUnreadable({
  before,
  after,
}: Pick<FileChange, 'before' | 'after'>): string | undefined {
  if (after?.ok === false) return `The file can't be read. ${after.failure}`;
  return before?.ok === false ? `The earlier version can't be read. ${before.failure}` : undefined;
}

/** The name of a dataset. */
async function nameOf(file: string, content: Content): Promise<string | undefined> {
  const format = formatOf(file);
  const value = content.ok && format ? await readValue(content.value, format) : undefined;
  return value?.ok ? nameIn(value.value) : undefined;
}
