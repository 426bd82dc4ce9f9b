import { join } from 'node:path';
import { readBuiltRelease } from '../built-release.ts';
import { isPreRelease } from '../version.ts';
import { mustRun, type RunCommand, runCommand } from './run-command.ts';

/**
 * Publishes the release in a folder on GitHub, with all its files. A draft comes first, so that the release appears with its
 * files, and a draft that an interrupted run left is finished. Does nothing if the release is published already.
 */
export async function publishGithub(
  folder: string,
  run: RunCommand,
): Promise<'published' | 'already-published'> {
  const { name, version, files } = await readBuiltRelease(folder);
  const tag = `v${version}`;
  const existing = run('gh', ['release', 'view', tag, '--json', 'isDraft']);
  if (existing.code === 0 && !JSON.parse(existing.output).isDraft) return 'already-published';
  if (existing.code !== 0) {
    const notes = join(folder, 'release-notes.md');
    const options = ['--draft', '--verify-tag', '--title', `${name} ${version}`, '--notes-file', notes];
    mustRun(run, 'gh', ['release', 'create', tag, ...options]);
  }
  mustRun(run, 'gh', ['release', 'upload', tag, ...files.map((file) => join(folder, file)), '--clobber']);
  const preRelease = isPreRelease(version);
  mustRun(run, 'gh', [
    'release',
    'edit',
    tag,
    '--draft=false',
    `--prerelease=${preRelease}`,
    `--latest=${!preRelease}`,
  ]);
  return 'published';
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: publish-github.ts <folder of the release>');
  console.log(await publishGithub(folder, runCommand));
}
