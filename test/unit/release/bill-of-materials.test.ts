import assert from 'node:assert/strict';
import { billOfMaterials } from '../../../scripts/release/contents/bill-of-materials.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

describe('The software bill of materials', () => {
  const { components } = JSON.parse(JSON.stringify(billOfMaterials())) as {
    components: readonly Component[];
  };

  it('lists the packages in the bundles, and none that only builds or tests them', () => {
    const names = components.map(({ name }) => name);
    for (const name of ['undici', 'yaml', 'openid-client', 'hyparquet', 'preact', '@vscode/l10n'])
      assert.ok(names.includes(name), name);
    for (const name of ['esbuild', 'mocha', 'typescript', 'playwright-core'])
      assert.ok(!names.includes(name), name);
    assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length);
  });

  it('has the version, license, checksum, and package URL of each', () => {
    for (const { name, version, purl, hashes, licenses } of components) {
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/);
      assert.match(
        licenses[0]?.license.id ?? '',
        /^(MIT|ISC|Apache-2\.0|BSD-\d-Clause|BlueOak-1\.0\.0|0BSD)$/,
      );
    }
  });
});
