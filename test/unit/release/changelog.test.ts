import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { changelogEntry, releaseNotes, withAbsoluteLinks } from '../../../scripts/release/changelog.ts';

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

  it('is the unreleased changes in a build that nobody publishes', () => {
    const before = changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- Three\n');
    assert.equal(releaseNotes(before, '1.2.0', false), '- Three');
    assert.equal(releaseNotes(before, '1.2.0', true), undefined);
    for (const isPublished of [false, true])
      assert.equal(releaseNotes(before, '1.0.0', isPublished), '- One');
    assert.equal(releaseNotes(changelog, '1.2.0', false), undefined);
  });

  it('links to the files of its version from everywhere', () => {
    assert.equal(
      withAbsoluteLinks('[a](docs/a.md#b) [b](https://b.example) ![c](c.png)', 'https://x.example/v1'),
      '[a](https://x.example/v1/docs/a.md#b) [b](https://b.example) ![c](https://x.example/v1/c.png)',
    );
  });
});

describe('CHANGELOG.md', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');

  it('has a text for a build of the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.ok(releaseNotes(text, version, false));
  });

  it('says until the first release only what it offers, in at most 800 words', () => {
    const [, unreleased = '', ...released] = text.split(/^## /m);
    if (released.length > 0) return;
    assert.match(unreleased, /^\[Unreleased\]\n/);
    assert.doesNotMatch(unreleased, /^### (Fixed|Changed|Removed|Deprecated)$/m, 'Nobody has had it before.');
    const words = unreleased.split(/\s+/).length;
    assert.ok(words <= 800, `${words} words`);
  });
});
