import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from '../../../test/workbench/installation/published-package.ts';
import { repositoryFolder } from '../../repository.ts';
import { agentPluginFiles } from './agent-plugin.ts';

/** Everything that the command line needs is bundled, so the package has no dependencies. */
const files = ['LICENSE', 'dist/ThirdPartyNotices.txt', 'dist/cli.js', 'dist/cli/*.js'];

/** What of the extension's `package.json` also describes the command line. */
const sharedProperties = ['license', 'repository', 'bugs', 'homepage', 'type', 'bin'];

/** Packs the command line in `dist/` for npm. Returns the path of the archive in `folder`. */
export async function packNpmPackage(folder: string): Promise<string> {
  const staging = join(folder, 'npm');
  await rm(staging, { recursive: true, force: true });
  const manifest = commandLineManifest(
    JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8')),
  );
  await writePackageFile(staging, 'package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writePackageFile(staging, 'README.md', await readFile(join(import.meta.dirname, 'npm-readme.md')));
  const packed = [...globSync(files, { cwd: repositoryFolder }), ...agentPluginFiles()];
  for (const file of packed.sort())
    await writePackageFile(staging, file, await readFile(join(repositoryFolder, file)));
  await npm(staging, 'pack', '--silent', '--ignore-scripts');
  const archive = `${manifest.name}-${manifest.version}.tgz`;
  await copyFile(join(staging, archive), join(folder, archive));
  await rm(staging, { recursive: true });
  return join(folder, archive);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly [property: string]: unknown;
}

/** The `package.json` of the npm package, from the extension's. */
function commandLineManifest(extension: Manifest): Manifest {
  return {
    name: extension.name,
    version: extension.version,
    description: 'Validates, infers, compares, draws, and creates datasets of a reporting service.',
    keywords: ['dataset', 'schema', 'validation', 'csv', 'mcp'],
    engines: { node: extension.engines.node },
    files: ['dist'],
    ...Object.fromEntries(sharedProperties.map((property) => [property, extension[property]])),
  };
}

/** Writes a file with mode 0644, whatever the umask: the archive contains the mode. */
async function writePackageFile(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o644);
}
