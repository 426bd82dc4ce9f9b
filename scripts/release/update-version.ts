import { readFile, writeFile } from 'node:fs/promises';

/** Files that name the version, as `v1.0.0` or as `dataset-studio@1.0.0`. */
export const filesWithVersion = [
  'docs/agents.md',
  'docs/compare.md',
  'docs/creating.md',
  'docs/pipelines.md',
  'samples/repository/.github/workflows/datasets.yml',
  'samples/repository/.pre-commit-config.yaml',
];

/** Replaces the version wherever a text tells users to use it. */
export function withVersion(text: string, version: string): string {
  return text.replace(/(\bdataset-studio@v?|\brev: v)\d+\.\d+\.\d+/g, `$1${version}`);
}

/** Files that say how to install what is published, and what works until then. */
export const filesBeforeRelease = [
  'CHANGELOG.md',
  'README.md',
  'docs/agents.md',
  'docs/command-line.md',
  'docs/creating.md',
  'docs/pipelines.md',
  'samples/repository/README.md',
];

/** A text without what holds until the first release, and with what holds from then on, which is a comment before. */
export function asPublished(text: string): string {
  const lines: string[] = [];
  let state: 'always' | 'until' | 'from' = 'always';
  for (const line of text.split('\n')) {
    if (line === '<!-- until the release -->') state = 'until';
    else if (line === '<!-- from the release') state = 'from';
    else if (line === '-->' && state === 'from') state = 'always';
    else if (state !== 'until') lines.push(line);
  }
  return lines.join('\n');
}

/** Turns the changes in `[Unreleased]` into those of a version. `date` is an ISO date. */
export function withRelease(changelog: string, version: string, date: string): string {
  return changelog.replace(/^## \[Unreleased\]$/m, `## [${version}] - ${date}`);
}

async function update(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

// `npm version` runs this script after it has changed package.json.
if (import.meta.main) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const path of filesWithVersion) await update(path, (text) => withVersion(text, version));
  for (const path of filesBeforeRelease) await update(path, asPublished);
  const today = new Date().toISOString().slice(0, 10);
  await update('CHANGELOG.md', (text) => withRelease(text, version, today));
}
