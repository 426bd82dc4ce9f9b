import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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

  it('replaces what says that nothing is published, in all files or in none', () => {
    const isReleased = /^## \[[\d.]+\] - /m.test(readFileSync('CHANGELOG.md', 'utf8'));
    for (const path of filesBeforeRelease) {
      const text = readFileSync(path, 'utf8');
      assert.equal(text.includes('<!-- until the release -->'), !isReleased, path);
      assert.equal(text.includes('Nothing is published yet'), !isReleased, path);
      const published = asPublished(text);
      assert.doesNotMatch(published, /Nothing is published yet|the release -->|<!-- from/, path);
      assert.ok(published.split('\n').length > text.split('\n').length - 12, path);
      assert.equal(asPublished(published), published);
    }
    assert.match(asPublished(readFileSync('README.md', 'utf8')), /from the Extensions view/);
  });

  it('is used only by pages that say that nothing is published, or link to one that does', () => {
    const says = new RegExp(filesBeforeRelease.map((path) => `\\b${basename(path)}\\b`).join('|'));
    for (const path of filesWithVersion.filter((each) => each.endsWith('.md')))
      assert.ok(filesBeforeRelease.includes(path) || says.test(readFileSync(path, 'utf8')), path);
  });

  it('is committed with each file that it changes', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, added = ''] = /git add (.*)$/.exec(scripts.version) ?? [];
    for (const path of [...filesWithVersion, ...filesBeforeRelease])
      assert.ok(
        added.split(' ').some((each) => path === each || path.startsWith(`${each}/`)),
        `Add ${path} to the script "version" of package.json.`,
      );
  });

  it('has the unreleased changes as its entry in the changelog', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n- New\n\n## [1.0.0] - 2026-11-22\n\n- Old\n';
    const released = withRelease(changelog, '1.2.0', '2026-12-01');
    assert.equal(changelogEntry(released, '1.2.0'), '- New');
    assert.equal(changelogEntry(released, '1.0.0'), '- Old');
  });
});
