import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../repository.ts';
import { type BundledPackage, bundledPackages } from './bundled-packages.ts';

/**
 * A software bill of materials (CycloneDX 1.6, ECMA-424) of the packages that are in the bundles. `npm sbom` would list
 * those that only build and test them, too.
 */
export function billOfMaterials(): object {
  const manifest = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
  const { name, version, license, repository } = manifest;
  const reference = packageUrl(name, version);
  const components = bundledPackages().map(component);
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

function component({ name, version, license, integrity }: BundledPackage) {
  const purl = packageUrl(name, version);
  const [algorithm, digest] = integrity.split('-', 2);
  if (algorithm !== 'sha512' || digest === undefined) throw new Error(`${name} has no SHA-512 checksum.`);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [{ license: { id: license } }],
  };
}

/** A package URL, in which only `@` of a scope needs an escape. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
