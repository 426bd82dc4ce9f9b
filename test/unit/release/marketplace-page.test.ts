import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const readme = readFileSync('README.md', 'utf8');

describe('The Marketplace page', () => {
  it('has what the Marketplace shows: banner, categories, five keywords, and where to ask', () => {
    assert.deepEqual(Object.keys(manifest.galleryBanner), ['color', 'theme']);
    for (const category of ['Data Science', 'Visualization'])
      assert.ok(manifest.categories.includes(category), category);
    assert.equal(new Set(manifest.keywords).size, 5);
    for (const link of [manifest.homepage, manifest.bugs.url, manifest.qna])
      assert.ok(link.startsWith(manifest.repository.url), link);
  });

  it('uses no proposed API, which the Marketplace refuses', () => {
    assert.equal(manifest.enabledApiProposals, undefined);
  });

  it('shows only pictures that exist, and no SVG, which the Marketplace refuses', () => {
    for (const page of [readme, readFileSync('CHANGELOG.md', 'utf8')])
      for (const [, path = ''] of page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
        assert.match(path, /\.png$/);
        assert.ok(existsSync(path), path);
      }
  });

  it('says what is sent and stored, and that there is no telemetry', () => {
    assert.match(readme, /^## What is sent and stored\n\n\*\*There is no telemetry\.\*\*/m);
  });
});
