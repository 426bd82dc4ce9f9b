import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { failure, type Result, success } from '../result.ts';
import { errorCode } from '../system/error-code.ts';
import { readRegularFileSync } from '../system/regular-file.ts';
import { describeReadFailure } from '../text/read-failure.ts';
import type { CommittedFile } from './list-files.ts';
import type { Repository } from './repository.ts';

const notFollowed =
  'It is a link, or in a folder that is a link. Links are not followed. Name the file that it leads to.';

export type WorkingTree = ReturnType<typeof workingTree>;

/** Reads the files of a working tree, without following a link. */
export function workingTree({ root, objectFormat }: Repository) {
  /** The folders that were looked up, and whether each is a link or in one. */
  const folders = new Map<string, boolean>();
  const isLink = (file: string) => {
    try {
      return lstatSync(join(root, file)).isSymbolicLink();
    } catch {
      return false;
    }
  };
  const isInLink = (folder: string): boolean => {
    if (folder === '.') return false;
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const isIn = isLink(folder) || isInLink(dirname(folder));
    folders.set(folder, isIn);
    return isIn;
  };
  /** Git's ID of a blob: a hash of its type, its length, and its content. */
  const idOf = (content: Uint8Array) =>
    createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');

  /** A failure is why it can't be read and what to do, in sentences. */
  const read = (file: string): Result<Uint8Array, string> => {
    if (isLink(file) || isInLink(dirname(file))) return failure(notFollowed);
    try {
      return success(readRegularFileSync(join(root, file)));
    } catch (error) {
      return failure(describeReadFailure(error));
    }
  };
  /** Git's IDs of a content as it is, and with the line ends that Git prefers in commits. */
  const idsOf = (content: Uint8Array): readonly string[] =>
    content.includes(0x0d) ? [idOf(content), idOf(withLineFeeds(content))] : [idOf(content)];
  return {
    read,
    /** Whether there is a file, or what replaces one, such as a link. A folder has files of its own. */
    has: (file: string) => {
      try {
        return !lstatSync(join(root, file)).isDirectory();
      } catch (error) {
        // A name that is not UTF-8 can't be looked up.
        return !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || file.includes('\ufffd');
      }
    },
    /**
     * Whether a file is what a commit has, byte by byte or with other line ends, which Git changes as its configuration says. False
     * if that is unknown.
     */
    isSame: (file: string, { kind, id }: CommittedFile) => {
      if (kind === 'link') return isLink(file) && idOf(Buffer.from(readlinkSync(join(root, file)))) === id;
      const content = read(file);
      return content.ok && idsOf(content.value).includes(id);
    },
  };
}

/** With the line ends that Git prefers in commits. */
export function withLineFeeds(content: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
