import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSecureAddress } from '../../gateway/service.ts';
import { failure, type Result, success } from '../../result.ts';
import { isWithin } from '../../system/is-within.ts';
import { plainText } from '../../text/plain-text.ts';
import { askGit } from '../git.ts';
import { findGit, noGit, openRepository, type Repository } from '../repository.ts';
import type { GitSetting } from './own-repository.ts';

/** Where a journal's branch is. */
export interface Remote {
  /** Absolute. */
  readonly program: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Its name or its address, without user and password. */
  readonly shownName: string;
  /** How it is reached: addresses without credentials, and headers with them. */
  readonly settings: readonly GitSetting[];
}

/** The name that the remote has in our own repository. */
export const remoteName = 'dataset-journal';

type Address = { readonly kind: 'path' | 'http' | 'ssh'; readonly text: string };

/**
 * What a text names: a remote, or an address of one of the four transports that start no program of a repository. Undefined for all
 * else, such as `ext::sh` or an option.
 */
export function readRemote(
  text: string,
): Address | { readonly kind: 'name'; readonly text: string } | undefined {
  // A line break could end a line of a protocol; two colons name a program.
  if (text !== text.trim() || /[\p{Cc}]|::/u.test(text)) return undefined;
  if (/^https?:\/\/[^/]/i.test(text)) return URL.canParse(text) ? { kind: 'http', text } : undefined;
  if (/^ssh:\/\/[^/-]/i.test(text)) return { kind: 'ssh', text };
  if (/^file:\/\/\//i.test(text)) return pathOfUrl(text);
  if (/^[a-z]:[\\/]/i.test(text) || /^\.{0,2}[\\/](?![\\/])/.test(text)) return { kind: 'path', text };
  // Short for ssh://, as in git@host:path.
  if (/^(?:[\w.+~-]+@)?[\w.[][\w.:[\]-]*:[^/:-][^:]*$/.test(text) && !text.startsWith('-'))
    return { kind: 'ssh', text };
  return /^\w[\w.-]*(?:\/\w[\w.-]*)*$/.test(text) ? { kind: 'name', text } : undefined;
}

function pathOfUrl(text: string): Address | undefined {
  try {
    return { kind: 'path', text: fileURLToPath(text) };
  } catch {
    return undefined;
  }
}

/**
 * Finds the remote that a text names, from a folder. Only addresses and headers are read from the configuration of its repository.
 * A failure is what is wrong and what to do, in sentences.
 */
export async function findRemote(text: string, folder: string): Promise<Result<Remote, string>> {
  const named = readRemote(text);
  if (!named)
    return failure(
      'Write git: and a remote of the repository, such as git:origin, or an address: https, ssh, or the path of a repository. A folder of that name is ./git:…',
    );
  const program = findGit();
  if (program === undefined) return failure(noGit);
  const { output: version } = await askGit({ program, root: folder }, 'version', []);
  const [, major = 0, minor = 0] = /^git version (\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  if (major < 2 || (major === 2 && minor < 31))
    return failure('A journal in a branch needs Git 2.31 or later. Update Git: https://git-scm.com.');

  const repository = await openRepository(folder);
  if (!repository.ok && named.kind === 'name') return repository;
  const known = repository.ok ? await readSettings(repository.value) : [];
  const of = (key: string) => known.find(([, name, value]) => name === `remote.${text}.${key}` && value)?.[2];
  const url = named.kind === 'name' ? of('url') : named.text;
  if (url === undefined)
    return failure(`The repository has no remote ${plainText(text)}. "git remote" lists those that it has.`);
  const push = named.kind === 'name' ? of('pushurl') : undefined;
  const place: Place = repository.ok
    ? { base: repository.value.root, own: await ownFolders(repository.value) }
    : { base: folder, own: [] };
  const from = locate(url, place);
  const to = push === undefined ? undefined : locate(push, place);
  if (!from.ok) return from;
  if (to?.ok === false) return to;
  // Those of the user apply anyway.
  const headers = known.filter(
    ([scope, name]) => /^(?:local|worktree)$/.test(scope) && name.startsWith('http.'),
  );
  return success({
    program,
    objectFormat: repository.ok ? repository.value.objectFormat : 'sha1',
    shownName: plainText(withoutCredentials(text)),
    settings: [
      ...headers.map(([, name, value]): GitSetting => [name, value]),
      ...(to ? settingsOf(to.value, 'pushurl') : []),
      ...settingsOf(from.value, 'url'),
    ],
  });
}

/**
 * An address, or a text with addresses, as it may be shown: without user, password, and query. Rather too little than a password
 * with `@`, `/`, or `?`.
 */
export function withoutCredentials(text: string): string {
  const cut = (word: string, index: number) => {
    const slashes = word.indexOf('//');
    if (slashes === -1 && index > 0) return word;
    const begin = slashes === -1 ? 0 : slashes + 2;
    const address = word.slice(Math.max(begin, word.lastIndexOf('@') + 1));
    return word.slice(0, begin) + address.replace(/\?.*/, '?…');
  };
  return text.split(/(\s)/).map(cut).join('');
}

/** The scope, the name, and the value of each setting. With what `include` names: there is the header of `actions/checkout`. */
async function readSettings(
  repository: Repository,
): Promise<readonly (readonly [scope: string, name: string, value: string])[]> {
  const pattern = '^(remote\\..*\\.(url|pushurl)|http\\.(.*\\.)?extraheader)$';
  const { output } = await askGit(repository, 'config', ['--null', '--show-scope', '--get-regexp', pattern]);
  const parts = output.split('\0');
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => {
    const [scope = '', setting = ''] = parts.slice(2 * index);
    const end = setting.indexOf('\n');
    return end < 0 ? [scope, setting, ''] : [scope, setting.slice(0, end), setting.slice(end + 1)];
  });
}

interface Place {
  /** Where relative paths begin. */
  readonly base: string;
  /** Folders whose files the repository may have brought. */
  readonly own: readonly string[];
}

async function ownFolders(repository: Repository): Promise<readonly string[]> {
  const { output } = await askGit(repository, 'rev-parse', ['--path-format=absolute', '--git-common-dir']);
  const common = realpathSync.native(output.replace(/\n$/, ''));
  return [repository.root, common, ...(basename(common) === '.git' ? [dirname(common)] : [])];
}

/** An address of a transport, and of a path, where it really is. */
function locate(url: string, { base, own }: Place): Result<Address, string> {
  const read = readRemote(url);
  // A relative path, as Git writes it in a configuration.
  const address = read?.kind === 'name' ? ({ kind: 'path', text: url } as const) : read;
  const shown = plainText(withoutCredentials(url));
  if (!address) return failure(`The remote's address ${shown} can't be used. Use https, ssh, or a path.`);
  if (address.kind === 'http' && !isSecureAddress(new URL(address.text)))
    return failure(
      `The remote's address ${shown} isn't encrypted, so nothing was sent there. Use https or ssh; http is for this machine only.`,
    );
  if (address.kind !== 'path') return success(address);
  const path = resolve(base, address.text);
  const found = [path, `${path}.git`].find((each) => existsSync(each));
  if (found === undefined) return failure(`There is no repository at ${shown}.`);
  const real = realpathSync.native(found);
  if (own.some((each) => isWithin(each, real)))
    return failure(
      `The remote ${shown} is inside of this repository, which could name programs for it. Use a remote outside.`,
    );
  return success({ kind: 'path', text: real });
}

/**
 * Git hands an address to its transports on their command lines, which other users can read: credentials become a header, as
 * `actions/checkout` does it, and a user name alone a setting.
 */
function settingsOf({ kind, text }: Address, key: 'url' | 'pushurl'): readonly GitSetting[] {
  const url =
    kind === 'http' ? text.replace(/\/\/[^/?#]*@/, '//') : text.replace(/^(ssh:\/\/[^/@:]*):[^/@]*@/i, '$1@');
  const { username, password } = kind === 'http' ? new URL(text) : { username: '', password: '' };
  const [user, secret] = [username, password].map(decoded);
  const credentials: readonly GitSetting[] = password
    ? [
        [
          `http.${url}.extraheader`,
          `Authorization: Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        ],
      ]
    : username
      ? [[`credential.${url}.username`, user ?? '']]
      : [];
  // For this very address, so that it counts before one that the user has set for its host.
  const redirects: readonly GitSetting[] = kind === 'http' ? [[`http.${url}.followRedirects`, 'false']] : [];
  return [[`remote.${remoteName}.${key}`, url], ...redirects, ...credentials];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
