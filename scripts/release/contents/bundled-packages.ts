import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { repositoryFolder } from '../../repository.ts';

/** An npm package with code in the bundles in `dist/`. */
export interface BundledPackage {
  /** The folder, as a key of `package-lock.json`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** The files that are bundled, as paths in the repository. */
  readonly files: readonly string[];
  /** An SPDX expression. */
  readonly license: string;
  /** As in `package-lock.json`, such as `sha512-…`. */
  readonly integrity: string;
}

/** What is used of a package in `package-lock.json`. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
}

/** All packages with code in the bundles, by what esbuild says it has read. */
export function bundledPackages(): BundledPackage[] {
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readText('package-lock.json'),
  );
  return [...bundledFiles()].sort(byFolder).map(([folder, files]) => {
    const { version, license, integrity } = packages[folder] ?? {};
    if (!version || !license || !integrity)
      throw new Error(`package-lock.json lacks the version, license, or checksum of ${folder}.`);
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { folder, files: [...files].sort(), name, version, license, integrity };
  });
}

/** The files of each package, by its folder. */
function bundledFiles(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const path of globSync('dist/test/*.meta.json', { cwd: repositoryFolder })) {
    const { inputs }: Metafile = JSON.parse(readText(path));
    for (const input of Object.keys(inputs)) {
      const [folder] = /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
      if (folder === undefined) continue;
      const ofFolder = files.get(folder) ?? new Set();
      files.set(folder, ofFolder.add(input.slice(input.indexOf(folder))));
    }
  }
  return files;
}

function byFolder([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function readText(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8');
}
