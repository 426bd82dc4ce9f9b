import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the publishing scripts need to know about the release that is in a folder. */
export interface BuiltRelease {
  readonly name: string;
  readonly version: string;
  /** File names in the folder. */
  readonly files: readonly string[];
}

/** The release in a folder, by its `SHA256SUMS`, which the workflow has checked. */
export async function readBuiltRelease(folder: string): Promise<BuiltRelease> {
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  const files = [...sums.matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm)].map(([, file = '']) => file);
  const [, name, version] =
    /^(.+)-(\d+\.\d+\.\d+)\.vsix$/.exec(files.find((file) => file.endsWith('.vsix')) ?? '') ?? [];
  if (name === undefined || version === undefined) throw new Error(`${folder} contains no release.`);
  return { name, version, files: ['SHA256SUMS', ...files] };
}
