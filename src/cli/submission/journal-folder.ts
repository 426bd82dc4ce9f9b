import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Who runs this program: a user number; undefined on Windows, where access is not told by numbers. */
type UserId = number | undefined;

/**
 * Why a folder can't hold a journal, in sentences for people; undefined where it can. Other users could say there that a
 * dataset exists, or that it doesn't. The folders above it are not checked; one that isn't there yet is created for the
 * user alone.
 */
export async function findJournalFolderProblem(
  path: string,
  user: UserId = process.getuid?.(),
): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined);
  return status?.isDirectory() ? findSharingProblem(status, user) : undefined;
}

export function findSharingProblem(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: UserId,
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user)
    return 'It belongs to another user, who could change what is recorded in it. Name a folder of your own.';
  if ((mode & 0o022) !== 0)
    return 'Other users can write to it, and could change what is recorded in it. Remove their permission with "chmod go-w", or name another folder.';
  return undefined;
}
