import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The user who runs this program; undefined on Windows, which has no user numbers. */
type UserId = number | undefined;

/**
 * Why a folder can't be used for a journal, in sentences; undefined if it can. Other users could record there that a
 * dataset exists, or that it doesn't. The folders above it are not checked. A folder that doesn't exist is created for the
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
