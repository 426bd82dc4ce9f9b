import assert from 'node:assert/strict';
import { bundledPackages } from '../../../scripts/release/contents/bundled-packages.ts';
import { thirdPartyNotices } from '../../../scripts/release/contents/third-party-notices.ts';

describe('The third-party notices', () => {
  const sections = thirdPartyNotices()
    .split(`${'-'.repeat(80)}\n`)
    .slice(1);

  const titles = sections.map((section) => section.split('\n', 1)[0] ?? '');

  it('contain each bundled package with its license', () => {
    for (const { name, version, license } of bundledPackages())
      assert.ok(titles.includes(`${name} ${version} (${license})`), name);
  });

  it('contain code of others that a package contains, such as the parsers in WebAssembly of undici', () => {
    for (const part of ['undici/lib/llhttp', 'undici/lib/web/fetch']) assert.ok(titles.includes(part), part);
    assert.match(sections.find((section) => section.startsWith('undici/lib/llhttp')) ?? '', /Fedor Indutny/);
  });

  it('contain the copyright of everything', () => {
    for (const section of sections) assert.match(section, /copyright/i);
  });
});
