import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { findSharingProblem } from './submission/journal-folder.ts';

/**
 * Lets Node.js keep the compiled code of the modules that are loaded from now on (Node.js 22.1 and later). By default, Node.js
 * would keep it in the system's temporary folder, where another user can place code for us to run: so it is kept in the
 * user's cache folder, and only if nobody else can write there. Without such a folder, nothing is kept.
 */
export function keepCompiledCode(): void {
  if (typeof enableCompileCache !== 'function' || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  try {
    const folder = compileCacheFolder(process.platform, process.env, homedir());
    if (folder === undefined) return;
    makeFolders(folder);
    if (isOwn(dirname(folder)) && isOwn(folder)) enableCompileCache(folder);
  } catch {
    // A cache that can't be written only costs time.
  }
}

/**
 * Makes what is missing below the home. Not by the option `recursive`: in a file system without new folders, such as /proc,
 * Node.js would try for ever.
 */
function makeFolders(folder: string): void {
  for (const each of [dirname(dirname(folder)), dirname(folder), folder])
    if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
}

/** Whether only the user can change what is in a folder. Not behind a link: somebody else could have made the link. */
function isOwn(folder: string): boolean {
  const status = lstatSync(folder);
  return status.isDirectory() && findSharingProblem(status, process.getuid?.()) === undefined;
}

/** Where a user's caches are: undefined if the system names no absolute folder. */
export function compileCacheFolder(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  home: string,
): string | undefined {
  const path = platform === 'win32' ? win32 : posix;
  const [base, ...folders] = cachesOf(platform, variables, home);
  if (base === undefined || !path.isAbsolute(base)) return undefined;
  return path.join(base, ...folders, 'dataset-studio', 'compile-cache');
}

function cachesOf(
  platform: NodeJS.Platform,
  { LOCALAPPDATA, XDG_CACHE_HOME }: Readonly<Record<string, string | undefined>>,
  home: string,
): readonly [string | undefined, ...string[]] {
  switch (platform) {
    case 'win32':
      return [LOCALAPPDATA];
    case 'darwin':
      return [home, 'Library', 'Caches'];
    default:
      // A relative path is to be ignored (XDG Base Directory Specification 0.8).
      return XDG_CACHE_HOME && posix.isAbsolute(XDG_CACHE_HOME) ? [XDG_CACHE_HOME] : [home, '.cache'];
  }
}
