import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './exclusive.ts';
import { runProgram } from './program.ts';
import { withRetries } from './retries.ts';

/** A package in the npm registry. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The archive's SHA-512, as in package-lock.json. */
  readonly integrity: string;
}

/** The folder of a package below `cacheFolder`, without its dependencies; fetched first if it isn't there yet. */
export async function installPackage(cacheFolder: string, wanted: PublishedPackage): Promise<string> {
  const folder = join(cacheFolder, archiveName(wanted).replace(/\.tgz$/, ''));
  if (!existsSync(folder)) {
    await mkdir(cacheFolder, { recursive: true });
    await exclusively(`${folder}.lock`, async () => {
      if (existsSync(folder)) return;
      const building = join(cacheFolder, `fetching-${process.pid}-${archiveName(wanted)}`);
      await mkdir(building, { recursive: true });
      try {
        await unpackPackage(building, wanted);
        await rename(join(building, 'package'), folder);
      } finally {
        await rm(building, { recursive: true, force: true });
      }
    });
  }
  return folder;
}

/** Unpacks a package into `building/package`. Fails if it isn't the published one. */
export async function unpackPackage(building: string, wanted: PublishedPackage): Promise<void> {
  const { name, version, integrity } = wanted;
  await withRetries(`Fetching ${name}`, () => npm(building, 'pack', `${name}@${version}`, '--silent'));
  const archive = archiveName(wanted);
  const digest = createHash('sha512')
    .update(await readFile(join(building, archive)))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${archive} is not the file that was published.`);
  await runProgram('tar', ['-xzf', archive], { cwd: building });
  await rm(join(building, archive));
}

export async function npm(folder: string, ...args: string[]): Promise<void> {
  // The nearest package must be the one in `folder`, not the repository around the cache.
  if (!existsSync(join(folder, 'package.json'))) await writeFile(join(folder, 'package.json'), '{}\n');
  await runProgram('npm', args, { cwd: folder });
}

/** As `npm pack` names it. */
function archiveName({ name, version }: PublishedPackage): string {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
