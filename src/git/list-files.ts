import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { formatOf } from '../dataset/dataset.ts';
import { failure, type Result, success } from '../result.ts';
import { isWithin } from '../system/is-within.ts';
import { runGit } from './git.ts';
import { describeGitFailure, type Repository } from './repository.ts';

/** A file or a link of a commit. */
export interface CommittedFile {
  readonly kind: 'file' | 'link';
  /** The ID of its content. */
  readonly id: string;
}

/** By paths from the root, with slashes. Only names that datasets can have: those of JSON and YAML. */
export type CommittedFiles = ReadonlyMap<string, CommittedFile>;
/** Each with the ID of its content if a sparse checkout leaves it out of the working tree. */
export type WorkingFiles = ReadonlyMap<string, string | undefined>;

const kinds: Readonly<Record<string, CommittedFile['kind']>> = { '100': 'file', '120': 'link' };

/** The files of a commit; none without one. A failure is a message. */
export async function listCommittedFiles(
  repository: Repository,
  commit: string | undefined,
): Promise<Result<CommittedFiles, string>> {
  const files = new Map<string, CommittedFile>();
  if (commit === undefined) return success(files);
  const listed = await list(repository, 'ls-tree', ['-r', '-z', '--full-tree', commit], (entry) => {
    const [, mode = '', id = '', path = ''] = /^(\d{3})\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    const kind = kinds[mode];
    if (kind !== undefined && isDocument(repository, path)) files.set(path, { kind, id });
  });
  return listed.ok ? success(files) : listed;
}

/**
 * The files that Git tracks, without those that don't exist any more, and those that it neither tracks nor ignores. A failure is a
 * message.
 */
export async function listWorkingFiles(
  repository: Repository,
  exists: (file: string) => boolean,
): Promise<Result<WorkingFiles, string>> {
  const files = new Map<string, string | undefined>();
  const options = ['-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];
  const listed = await list(repository, 'ls-files', options, (entry) => {
    const [, tag, id = '', path = ''] =
      /^([^?]) \d{6} ([0-9a-f]+) \d\t(.*)$/s.exec(entry) ?? /^(\?) ()(.*)$/s.exec(entry) ?? [];
    if (!isDocument(repository, path)) return;
    if (exists(path)) files.set(path, undefined);
    else if (tag === 'S') files.set(path, id);
  });
  return listed.ok ? success(files) : listed;
}

/** Git prints paths that lead out of the repository, too, if somebody wrote them into its index. */
function isDocument({ root }: Repository, path: string): boolean {
  return formatOf(path) !== undefined && isWithin(root, join(root, path));
}

async function list(
  repository: Repository,
  command: 'ls-tree' | 'ls-files',
  args: readonly string[],
  onEntry: (entry: string) => void,
): Promise<Result<void, string>> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const { code, error } = await runGit(repository, command, args, (part) => {
    const entries = (rest + decoder.write(part)).split('\0');
    rest = entries.pop() ?? '';
    for (const entry of entries) onEntry(entry);
  });
  if (code === 0) return success(undefined);
  return failure(
    /promisor|not a tree object|unable to read/.test(error) ? missingContent : describeGitFailure(error),
  );
}

/** A partial clone, or one whose shared objects are gone. Nothing is fetched here. */
export const missingContent =
  'This clone does not have its content at the revision. Fetch it first: "git fetch --refetch --no-filter origin".';
