import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { failure, type Result, success } from '../result.ts';
import { errorCode } from '../storage/file-operations.ts';
import { readRegularFileSync } from '../storage/regular-file.ts';
import { describeReadFailure } from '../text/read-failure.ts';
import type { CommittedFile } from './list-files.ts';
import type { Repository } from './repository.ts';

const notFollowed =
  'It is a link, or in a folder that is a link. Links are not followed. Name the file that it leads to.';

/** Reads the files of a working tree, without following a link. */
export class WorkingTree {
  readonly #repository: Repository;
  /** The folders that were looked up, and whether each is a link or in one. */
  readonly #folders = new Map<string, boolean>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** Whether there is a file, or what replaces one, such as a link. A folder has files of its own. */
  has(file: string): boolean {
    try {
      return !lstatSync(this.#path(file)).isDirectory();
    } catch (error) {
      // A name that is not UTF-8 can't be looked up.
      return !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || file.includes('\ufffd');
    }
  }

  /** A failure is why it can't be read and what to do, in sentences. */
  read(file: string): Result<Uint8Array, string> {
    if (this.#isLink(file) || this.#isInLink(dirname(file))) return failure(notFollowed);
    try {
      return success(readRegularFileSync(this.#path(file)));
    } catch (error) {
      return failure(describeReadFailure(error));
    }
  }

  /**
   * Whether a file is what a commit has, byte by byte or with other line ends, which Git changes as its configuration says. False
   * if that is unknown.
   */
  isSame(file: string, { kind, id }: CommittedFile): boolean {
    if (kind === 'link') return this.#linkId(file) === id;
    const content = this.read(file);
    return content.ok && this.idsOf(content.value).includes(id);
  }

  /** Git's IDs of a content as it is, and with the line ends that Git prefers in commits. */
  idsOf(content: Uint8Array): readonly string[] {
    const ids = [this.#idOf(content)];
    return content.includes(0x0d) ? [...ids, this.#idOf(withLineFeeds(content))] : ids;
  }

  #linkId(file: string): string | undefined {
    return this.#isLink(file) ? this.#idOf(Buffer.from(readlinkSync(this.#path(file)))) : undefined;
  }

  #isLink(file: string): boolean {
    try {
      return lstatSync(this.#path(file)).isSymbolicLink();
    } catch {
      return false;
    }
  }

  #isInLink(folder: string): boolean {
    if (folder === '.') return false;
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const isInLink = this.#isLink(folder) || this.#isInLink(dirname(folder));
    this.#folders.set(folder, isInLink);
    return isInLink;
  }

  #path(file: string): string {
    return join(this.#repository.root, file);
  }

  /** Git's ID of a blob: a hash of its type, its length, and its content. */
  #idOf(content: Uint8Array): string {
    const hash = createHash(this.#repository.objectFormat).update(`blob ${content.length}\0`);
    return hash.update(content).digest('hex');
  }
}

function withLineFeeds(content: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
