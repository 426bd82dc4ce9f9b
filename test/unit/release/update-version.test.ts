import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { changelogEntry } from '../../../scripts/release/changelog.ts';
import {
  asPublished,
  filesBeforeRelease,
  filesWithVersion,
  withRelease,
  withVersion,
} from '../../../scripts/release/update-version.ts';

describe('A new version', () => {
  it('appears where users are told which version to use', () => {
    for (const path of filesWithVersion) {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      const text = readFileSync(path, 'utf8');
      const updated = withVersion(text, '7.8.9');
      assert.ok(updated.includes('7.8.9'));
      assert.ok(!updated.includes(version));
      assert.equal(withVersion(updated, version), text);
    }
  });

  it('replaces what says that nothing is published', () => {
    for (const path of filesBeforeRelease) {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('<!-- until the release -->')) continue;
      assert.match(text, /Nothing is published yet/, path);
      const published = asPublished(text);
      assert.doesNotMatch(published, /Nothing is published yet|the release -->|<!-- from/, path);
      assert.ok(published.split('\n').length > text.split('\n').length - 12, path);
      assert.equal(asPublished(published), published);
    }
    assert.match(asPublished(readFileSync('README.md', 'utf8')), /from the Extensions view/);
  });

  it('has the unreleased changes as its entry in the changelog', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n- New\n\n## [1.0.0] - 2026-11-22\n\n- Old\n';
    const released = withRelease(changelog, '1.2.0', '2026-12-01');
    assert.equal(changelogEntry(released, '1.2.0'), '- New');
    assert.equal(changelogEntry(released, '1.0.0'), '- Old');
  });
});
