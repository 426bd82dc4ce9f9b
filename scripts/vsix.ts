import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { runProgram } from '../test/workbench/program.ts';
import { reproducibleZip } from './release/reproducible-zip.ts';
import { isPreRelease } from './release/version.ts';
import { repositoryFolder } from './repository.ts';

/** The environment variable with the folder of a built release. Tests then use its files instead of building them. */
export const releaseVariable = 'DATASET_STUDIO_RELEASE';

/** In bytes, of the package with everything: YAML is in two bundles for a browser, which can't share code. */
const maxSize = 1220 * 1024;

/** The files that the package can contain. Add a pattern if the extension needs another file. */
const allowedFiles = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^extension\/(readme|changelog)\.md$/i,
  /^extension\/LICENSE(\.txt)?$/,
  /^extension\/dist\/ThirdPartyNotices\.txt$/,
  /^extension\/dist\/(extension|web)\/[\w-]+\.c?js$/,
  /^extension\/dist\/webview\/(batch|data|designer)\.(js|css)$/,
  /^extension\/dist\/walkthrough\/[\w-]+\.svg$/,
  /^extension\/dist\/dataset(-studio)?\.editor-schema\.json$/,
  /^extension\/schemas\/dataset-studio\.schema\.json$/,
  /^extension\/syntaxes\/[\w.-]+\.json$/,
  /^extension\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/media\/[\w.-]+\.(png|svg|md|css|js|woff2?)$/,
];

export function vsixPath(): string {
  const { name, version } = readManifest();
  return resolve(process.env[releaseVariable] ?? repositoryFolder, `${name}-${version}.vsix`);
}

/** The files that package.json refers to, such as icons and schemas, as paths in the package. */
function contributedFiles(value: unknown): string[] {
  if (typeof value === 'string')
    return /^\.\/[^*]+\.\w+$/.test(value) ? [`extension/${value.slice('./'.length)}`] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(contributedFiles) : [];
}

function readManifest(): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
}

/**
 * Packages the bundles in `dist/`, or uses the package of the release in `DATASET_STUDIO_RELEASE`. Fails if the package is
 * too large, or if it has unexpected or missing files.
 */
export async function makeVsix(): Promise<{ path: string; size: number; files: number }> {
  const path = vsixPath();
  if (process.env[releaseVariable] === undefined) await packageExtension(path);
  const archive = await readFile(path);
  const entries = archiveEntries(archive);
  const unexpected = entries.filter((name) => !allowedFiles.some((pattern) => pattern.test(name)));
  if (unexpected.length > 0)
    throw new Error(`The package contains unexpected files: ${unexpected.join(', ')}`);
  const missing = contributedFiles(readManifest()).filter((name) => !entries.includes(name));
  if (missing.length > 0)
    throw new Error(`The package lacks files that package.json refers to: ${missing.join(', ')}`);
  if (archive.length > maxSize) {
    throw new Error(`The package has ${archive.length} bytes, but the maximum is ${maxSize}.`);
  }
  return { path, size: archive.length, files: entries.length };
}

async function packageExtension(path: string): Promise<void> {
  const { version } = readManifest();
  const vsce = join(repositoryFolder, 'node_modules', '@vscode', 'vsce', 'vsce');
  // The pictures and links in README.md are those of this version.
  const options = ['--no-dependencies', '--githubBranch', `v${version}`, '--out', path];
  if (isPreRelease(version)) options.push('--pre-release');
  await runProgram(process.execPath, [vsce, 'package', ...options], { cwd: repositoryFolder });
  // vsce records the modes and the order of the files on this machine.
  await writeFile(path, reproducibleZip(unzipSync(await readFile(path))));
}

function archiveEntries(archive: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(archive, {
    // Collects the names without unpacking the files.
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}
