import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import * as paths from 'node:path';
import { failure, type Result, success } from '../result.ts';
import { isWithin } from '../system/is-within.ts';
import { plainText } from '../text/plain-text.ts';
import { askGit, type Git, programFolders } from './git.ts';

/** A repository with a working tree. */
export interface Repository extends Git {
  readonly objectFormat: 'sha1' | 'sha256';
  /** Whether it lacks older commits. */
  readonly isShallow: boolean;
}

/** Finds the repository that a folder is in. A failure is what happened and what to do, in sentences. */
export async function openRepository(folder: string): Promise<Result<Repository, string>> {
  const program = findGit();
  if (program === undefined) return failure(noGit);
  const { code, output, error } = await askGit({ program, root: folder }, 'rev-parse', [
    '--show-object-format',
    '--is-shallow-repository',
    '--is-inside-work-tree',
    // Last, because its name can contain line breaks.
    '--show-toplevel',
  ]);
  const [format, isShallow, isInside, ...path] = output.split('\n');
  if (code !== 0 || isInside !== 'true') return failure(describeNoRepository(error));
  if (format !== 'sha1' && format !== 'sha256')
    return failure(
      `The repository identifies objects by ${plainText(format ?? '')}, which is not supported.`,
    );
  const root = realpathSync.native(path.slice(0, -1).join('\n'));
  // The configuration of a repository can name any folder as its working tree.
  if (!isWithin(root, realpathSync.native(folder)))
    return failure(
      'The current folder is not in the working tree of the repository. Change to a folder in it.',
    );
  return success({ program, root, objectFormat: format, isShallow: isShallow === 'true' });
}

export const noGit = 'Git was not found in the absolute folders of PATH. Install it: https://git-scm.com.';

export function findGit(): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  return programFolders()
    .map((folder) => paths.join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What Git's messages mean. They are in English (`LC_ALL`). */
const causes: readonly (readonly [RegExp, string])[] = [
  [
    /dubious ownership|unsafe repository/,
    'Git does not trust the repository because it belongs to another user. If you trust it, run: git config --global --add safe.directory <its folder>',
  ],
  [/not a git repository/i, 'The current folder is not in a Git repository. Change to a folder of one.'],
  [
    /must be run in a work tree|cannot use bare repository|^$/,
    'The repository has no working tree here. Change to a folder of its working tree.',
  ],
];

function describeNoRepository(error: string): string {
  const known = causes.find(([pattern]) => pattern.test(error));
  return known?.[1] ?? describeGitFailure(error);
}

/** A failure that has no sentence of its own. */
export function describeGitFailure(error: string): string {
  return `Git can't read the repository: ${plainText(error) || 'it did not finish.'} Run "git fsck" to see what is wrong.`;
}
