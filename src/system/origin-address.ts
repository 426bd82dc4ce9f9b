import { join, resolve } from 'node:path';
import { readRegularFileSync } from './regular-file.ts';

/**
 * The address of a repository's remote `origin`, as all of its clones write it: host and path, without scheme, user, password,
 * port, and `.git`. Undefined if there is none. Read from Git's files as text: running Git could run programs of the repository.
 */
export function originAddress(root: string): string | undefined {
  const url = originUrl(textOf(join(gitFolder(root), 'config')));
  return url === undefined ? undefined : normalizedAddress(url, root);
}

/** The folder with the configuration. `.git` is a file in a worktree and in a submodule. */
function gitFolder(root: string): string {
  const dotGit = join(root, '.git');
  const [, linked] = /^gitdir: (.+)/.exec(textOf(dotGit)) ?? [];
  if (linked === undefined) return dotGit;
  const folder = resolve(root, linked.trim());
  const common = textOf(join(folder, 'commondir')).trim();
  return common === '' ? folder : resolve(folder, common);
}

function textOf(file: string): string {
  try {
    return readRegularFileSync(file).toString('utf8');
  } catch {
    return '';
  }
}

/** Of several URLs, Git fetches from the first one. */
function originUrl(config: string): string | undefined {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    let setting = line.trim();
    if (setting.startsWith('[')) {
      const end = setting.indexOf(']');
      isOrigin = /^remote\s+"origin"$/i.test(setting.slice(1, end).trim());
      setting = setting.slice(end + 1);
    }
    const at = setting.indexOf('=');
    if (!isOrigin || at < 0 || setting.slice(0, at).trim().toLowerCase() !== 'url') continue;
    const value = setting.slice(at + 1);
    const comment = value.search(/\s[#;]/);
    const written = (comment < 0 ? value : value.slice(0, comment)).trim().replaceAll('"', '');
    return written === '' ? undefined : written;
  }
  return undefined;
}

/** `git@host:path` is short for `ssh://git@host/path`; `C:\path` and `/path` are folders. */
export function normalizedAddress(url: string, root: string): string | undefined {
  const scheme = /^[a-z][a-z\d+.-]+(?=:\/\/)/i.exec(url)?.[0];
  if (scheme !== undefined) {
    // A scheme that URL knows, so that it normalizes the host.
    const known = scheme.toLowerCase() === 'file' ? url : `https${url.slice(scheme.length)}`;
    if (!URL.canParse(known)) return undefined;
    const { hostname, pathname } = new URL(known);
    return addressOf(hostname, pathname);
  }
  const short = /^([^/\\:]{2,}):(.*)$/.exec(url.replace(/^[^/\\]*@/, ''));
  if (short) return addressOf(short[1] ?? '', short[2] ?? '');
  return addressOf('', resolve(root, url).replaceAll('\\', '/'));
}

function addressOf(host: string, path: string): string {
  const names = path.split('/').filter((name) => name !== '');
  return [host.toLowerCase(), ...names].join('/').replace(/\.git$/, '');
}
