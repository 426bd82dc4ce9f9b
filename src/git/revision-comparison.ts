import { createHash } from 'node:crypto';
import { contentDigest } from '../dataset/canonical-text.ts';
import { formatOf, hasDatasetName, nameIn } from '../dataset/dataset.ts';
import { readValue } from '../dataset/document.ts';
import type { Result } from '../result.ts';
import { BlobReader } from './blob-reader.ts';
import { findRenames } from './find-renames.ts';
import type { CommittedFiles, WorkingFiles } from './list-files.ts';
import type { Repository } from './repository.ts';
import { type WorkingTree, withLineFeeds } from './working-tree.ts';

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

    const old = await keysOf(deleted, contentBefore);
    const now = await keysOf(added, contentOf);
    const byContent = findRenames(old.contents, now.contents);
    for (const [file, oldFile] of byContent) {
      old.names.delete(oldFile);
      now.names.delete(file);
    }
    return new Map([...byContent, ...findRenames(old.names, now.names)]);
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
export function describeUnreadVersions({
  before,
  after,
}: Pick<FileChange, 'before' | 'after'>): string | undefined {
  if (after?.ok === false) return `The file can't be read. ${after.failure}`;
  return before?.ok === false ? `The earlier version can't be read. ${before.failure}` : undefined;
}

/** What renames are found by: the content of each file, and the name of its dataset. */
async function keysOf(files: readonly string[], contentOf: (file: string) => Promise<Content>) {
  const contents = new Map<string, string | undefined>();
  const names = new Map<string, string | undefined>();
  for (const file of files) {
    const content = await contentOf(file);
    if (!content.ok) continue;
    const value = await readValue(content.value, formatOf(file) ?? 'unknown');
    // What can't be parsed has no content.
    const hash = createHash('sha256');
    contents.set(
      file,
      value.ok ? contentDigest(value.value, hash) : hash.update(withLineFeeds(content.value)).digest('hex'),
    );
    if (value.ok) names.set(file, nameIn(value.value));
  }
  return { contents, names };
}
