/** Versions with an odd minor number are pre-releases, as in other extensions: the Marketplace takes no `-beta` suffix. */
export function isPreRelease(version: string): boolean {
  const [, minor] = /^\d+\.(\d+)\.\d+$/.exec(version) ?? [];
  if (minor === undefined) throw new Error(`"${version}" is not a version such as 1.2.3.`);
  return Number(minor) % 2 === 1;
}

/** The npm tag that users install the version by. */
export function distTag(version: string): 'latest' | 'next' {
  return isPreRelease(version) ? 'next' : 'latest';
}
