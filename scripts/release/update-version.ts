import { readFile, writeFile } from 'node:fs/promises';

/** Files that name the version, as `v1.0.0` or as `dataset-studio@1.0.0`. */
const filesWithVersion = ['.pre-commit-hooks.yaml', 'docs/pipelines.md'];

/** Replaces the version wherever a text tells users to use it. */
export function withVersion(text: string, version: string): string {
  return text.replace(/(\bdataset-studio@v?|\brev: v)\d+\.\d+\.\d+/g, `$1${version}`);
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
  const today = new Date().toISOString().slice(0, 10);
  await update('CHANGELOG.md', (text) => withRelease(text, version, today));
}
