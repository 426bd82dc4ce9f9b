import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuiltRelease } from '../built-release.ts';
import { distTag } from '../version.ts';
import { mustRun, type RunCommand, runCommand } from './run-command.ts';

/**
 * Publishes the npm package of the release in a folder, with provenance. npm signs in by the OpenID Connect token of the
 * workflow (trusted publishing). Does nothing if the same bytes are published already.
 */
export async function publishNpm(
  folder: string,
  run: RunCommand,
): Promise<'published' | 'already-published'> {
  const { name, version } = await readBuiltRelease(folder);
  const archive = join(folder, `${name}-${version}.tgz`);
  const published = publishedIntegrity(run, `${name}@${version}`);
  if (published !== undefined) {
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (published === `sha512-${digest}`) return 'already-published';
    throw new Error(`npm has ${name}@${version} with other contents. Release a new version.`);
  }
  const tag = distTag(version);
  mustRun(run, 'npm', ['publish', archive, '--access', 'public', '--provenance', '--tag', tag]);
  return 'published';
}

/** The checksum of a version in the registry, or undefined if it is not published. */
function publishedIntegrity(run: RunCommand, version: string): string | undefined {
  const { code, output } = run('npm', ['view', version, 'dist.integrity', '--json']);
  const answer = output.trim() === '' ? undefined : JSON.parse(output);
  // npm prints nothing for an unknown version of a known package, and an error for an unknown package.
  if (answer === undefined && code === 0) return undefined;
  if (answer?.error?.code === 'E404') return undefined;
  if (code !== 0 || typeof answer !== 'string')
    throw new Error(`npm can't say whether ${version} exists.\n${output}`);
  return answer;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: publish-npm.ts <folder of the release>');
  console.log(await publishNpm(folder, runCommand));
}
