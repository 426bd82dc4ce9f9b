import assert from 'node:assert/strict';
import { bundledPackages } from '../../../scripts/release/contents/bundled-packages.ts';
import { thirdPartyNotices } from '../../../scripts/release/contents/third-party-notices.ts';

describe('The third-party notices', () => {
  const sections = thirdPartyNotices()
    .split(`${'-'.repeat(80)}\n`)
    .slice(1);

  it('contain each bundled package with its license', () => {
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      bundledPackages().map(({ name, version, license }) => `${name} ${version} (${license})`),
    );
  });

  it('contain the copyright of all but the packages that state none', () => {
    const withoutText = sections.filter((section) => !/copyright/i.test(section));
    assert.deepEqual(
      withoutText.map((section) => section.split(' ', 1)[0]),
      ['@vscode/l10n'],
    );
  });
});
