import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { runProgram } from '../test/workbench/program.ts';
import { repositoryFolder } from '../test/workbench/session.ts';

const largestSize = 600 * 1024;

/** All that may be in the package. What else a change brings in must be let in here, on purpose. */
const allowed = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^extension\/(readme|changelog)\.md$/i,
  /^extension\/LICENSE(\.txt)?$/,
  /^extension\/dist\/(extension|web)\/[\w-]+\.c?js$/,
  /^extension\/dist\/webview\/designer\.(js|css)$/,
  /^extension\/dist\/dataset\.editor-schema\.json$/,
  /^extension\/syntaxes\/[\w.-]+\.json$/,
  /^extension\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/media\/[\w.-]+\.(png|svg|md|css|js|woff2?)$/,
];

export function vsixPath(): string {
  const { name, version } = readManifest();
  return join(repositoryFolder, `${name}-${version}.vsix`);
}

/** Every file that package.json points to, such as an icon or a schema, as a path in the package. */
function contributedFiles(value: unknown): string[] {
  if (typeof value === 'string')
    return /^\.\/[^*]+\.\w+$/.test(value) ? [`extension/${value.slice('./'.length)}`] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(contributedFiles) : [];
}

function readManifest(): { readonly name: string; readonly version: string; readonly main: string } {
  return JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
}

/** Packages what stands in `dist/`, and fails if the package holds too much or what it should not. */
export async function makeVsix(): Promise<{ path: string; size: number; files: number }> {
  const path = vsixPath();
  const vsce = join(repositoryFolder, 'node_modules', '@vscode', 'vsce', 'vsce');
  await runProgram(process.execPath, [vsce, 'package', '--no-dependencies', '--out', path], {
    cwd: repositoryFolder,
  });
  const archive = await readFile(path);
  const entries = archiveEntries(archive);
  const strangers = entries.filter((name) => !allowed.some((pattern) => pattern.test(name)));
  if (strangers.length > 0) throw new Error(`The package holds what it should not: ${strangers.join(', ')}`);
  const missing = contributedFiles(readManifest()).filter((name) => !entries.includes(name));
  if (missing.length > 0)
    throw new Error(`The package lacks what package.json points to: ${missing.join(', ')}`);
  if (archive.length > largestSize) {
    throw new Error(`The package has ${archive.length} bytes; ${largestSize} are allowed.`);
  }
  return { path, size: archive.length, files: entries.length };
}

function archiveEntries(archive: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(archive, {
    // Lists the entries without unpacking any.
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}
