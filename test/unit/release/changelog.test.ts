import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { changelogEntry } from '../../../scripts/release/changelog.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-01

### Added

- Two

## [1.0.0] - 2026-11-22

- One

## [0.9.0]

- No date
`;

describe('An entry of the changelog', () => {
  it('ends at the next version', () => {
    assert.equal(changelogEntry(changelog, '1.1.0'), '### Added\n\n- Two');
    assert.equal(changelogEntry(changelog, '1.0.0'), '- One');
  });

  it('needs a date and a text', () => {
    for (const version of ['Unreleased', '0.9.0', '1.0', '2.0.0'])
      assert.equal(changelogEntry(changelog, version), undefined, version);
    assert.equal(changelogEntry('## [1.0.0] - 2026-11-22\n\n## [0.9.0] - 2026-11-01\n', '1.0.0'), undefined);
  });

  it('exists for the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.ok(changelogEntry(readFileSync('CHANGELOG.md', 'utf8'), version));
  });
});
