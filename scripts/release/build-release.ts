import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildBundles } from '../build.ts';
import { repositoryFolder } from '../repository.ts';
import { makeVsix, releaseVariable } from '../vsix.ts';
import { releaseNotes, withAbsoluteLinks } from './changelog.ts';
import { writeChecksums } from './checksums.ts';
import { packAgentPlugin } from './contents/agent-plugin.ts';
import { billOfMaterials } from './contents/bill-of-materials.ts';
import { packNpmPackage } from './contents/npm-package.ts';

export interface Release {
  readonly folder: string;
  /** The SHA-256 of `SHA256SUMS`, in hexadecimal digits. */
  readonly checksum: string;
}

/**
 * Builds everything that is published. Replaces the folder. The files depend on the commit only. `tag`: by which the version
 * is published; rejects if it is that of another version, or the changelog has no section with a date for this one.
 */
export async function buildRelease(folder: string, tag?: string): Promise<Release> {
  if (process.env[releaseVariable] !== undefined)
    throw new Error(`${releaseVariable} is set: there is a release already.`);
  const { name, version, repository } = JSON.parse(
    await readFile(join(repositoryFolder, 'package.json'), 'utf8'),
  );
  if (tag !== undefined && tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but package.json has the version ${version}.`);
  const changelog = await readFile(join(repositoryFolder, 'CHANGELOG.md'), 'utf8');
  const notes = releaseNotes(changelog, version, tag !== undefined);
  if (notes === undefined)
    throw new Error(`CHANGELOG.md has no section with changes for ${version}. \`npm version\` makes it.`);

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildBundles();
  const { path: vsix } = await makeVsix();
  await copyFile(vsix, join(folder, basename(vsix)));
  await packNpmPackage(folder);
  await packAgentPlugin(folder, name, version);
  const sbom = `${JSON.stringify(billOfMaterials(), undefined, 2)}\n`;
  await writeFile(join(folder, `${name}-${version}.sbom.json`), sbom);
  await writeFile(
    join(folder, 'release-notes.md'),
    `${withAbsoluteLinks(notes, `${repository.url}/blob/v${version}`)}\n`,
  );
  return { folder, checksum: await writeChecksums(folder) };
}
