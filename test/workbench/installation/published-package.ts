import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../program.ts';
import { exclusively } from './exclusive.ts';
import { withRetries } from './retries.ts';

/** A package in the npm registry. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The archive's SHA-512, as in package-lock.json. */
  readonly integrity: string;
}

/** Returns the folder of a package below `cacheFolder`. Downloads the package, without its dependencies, if needed. */
export async function installPackage(cacheFolder: string, wanted: PublishedPackage): Promise<string> {
  const folder = join(cacheFolder, archiveName(wanted).replace(/\.tgz$/, ''));
  if (!existsSync(folder)) {
    await mkdir(cacheFolder, { recursive: true });
    await exclusively(`${folder}.lock`, async () => {
      if (existsSync(folder)) return;
      const temporaryFolder = join(cacheFolder, `downloading-${process.pid}-${archiveName(wanted)}`);
      await mkdir(temporaryFolder, { recursive: true });
      try {
        await unpackPackage(temporaryFolder, wanted);
        await rename(join(temporaryFolder, 'package'), folder);
      } finally {
        await rm(temporaryFolder, { recursive: true, force: true });
      }
    });
  }
  return folder;
}

/** Downloads and unpacks a package into `package` below `folder`. Rejects if its checksum is wrong. */
export async function unpackPackage(folder: string, wanted: PublishedPackage): Promise<void> {
  const { name, version, integrity } = wanted;
  await withRetries(`Downloading ${name}`, () => npm(folder, 'pack', `${name}@${version}`, '--silent'));
  const archive = archiveName(wanted);
  const digest = createHash('sha512')
    .update(await readFile(join(folder, archive)))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${archive} does not match the published checksum.`);
  await runProgram('tar', ['-xzf', archive], { cwd: folder });
  await rm(join(folder, archive));
}

export async function npm(folder: string, ...args: string[]): Promise<void> {
  // The nearest package must be the one in `folder`, not the repository around the cache.
  if (!existsSync(join(folder, 'package.json'))) await writeFile(join(folder, 'package.json'), '{}\n');
  await runProgram('npm', args, { cwd: folder });
}

/** The file name that `npm pack` uses. */
function archiveName({ name, version }: PublishedPackage): string {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
