import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { repositoryFolder } from '../../test/workbench/session.ts';

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
}

/**
 * A software bill of materials (CycloneDX 1.6, ECMA-424) of the packages that are in the bundles. `npm sbom` would list
 * those that only build and test them, too.
 */
export function billOfMaterials(): object {
  const { name, version, license, repository } = readJson('package.json');
  const lock: Readonly<Record<string, LockedPackage>> = readJson('package-lock.json').packages;
  const reference = packageUrl(name, version);
  const components = bundledPackages().map((path) => component(path, lock[path]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': reference,
        name,
        version,
        purl: reference,
        licenses: [{ license: { id: license } }],
        externalReferences: [{ type: 'vcs', url: repository.url }],
      },
    },
    components,
    dependencies: [{ ref: reference, dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

/** The folders of the packages in the bundles in `dist/`, as keys of `package-lock.json`. */
function bundledPackages(): string[] {
  const packages = new Set<string>();
  for (const path of globSync('dist/test/*.meta.json', { cwd: repositoryFolder })) {
    const { inputs }: Metafile = readJson(path);
    for (const input of Object.keys(inputs)) {
      const [folder] = /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
      if (folder !== undefined) packages.add(folder);
    }
  }
  return [...packages].sort();
}

function component(path: string, locked: LockedPackage | undefined) {
  if (!locked?.license || !locked.integrity)
    throw new Error(`package-lock.json has no license or no checksum for ${path}.`);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = packageUrl(name, locked.version);
  const [algorithm, digest] = locked.integrity.split('-', 2);
  if (algorithm !== 'sha512' || digest === undefined) throw new Error(`${path} has no SHA-512 checksum.`);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: locked.version,
    purl,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [{ license: { id: locked.license } }],
  };
}

/** A package URL, in which only `@` of a scope needs an escape. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON files of this repository
function readJson(path: string): any {
  return JSON.parse(readFileSync(join(repositoryFolder, path), 'utf8'));
}
