import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Unzipped } from 'fflate';
import { repositoryFolder } from '../../repository.ts';
import { reproducibleZip } from '../reproducible-zip.ts';

/** The files that the plugin shares with the command line and the extension, as they are named in both. */
const sharedFiles = [
  'LICENSE',
  'dist/ThirdPartyNotices.txt',
  'dist/cli.js',
  'dist/cli/*.js',
  'skills/*/SKILL.md',
];

const schemas = 'https://agent-plugins.org/schemas/1.0.0';

/** The plugin's files that are not copied, by their names. */
function ownFiles(extension: Readonly<Record<string, unknown>>): Readonly<Record<string, object | string>> {
  const { name, version, homepage, license, keywords } = extension;
  const server = (root: string) => ({ command: 'node', args: [`\${${root}}/cli.js`, 'mcp'] });
  const identity = {
    name,
    version,
    description: 'Define, check, and create datasets for a reporting service.',
    author: { name: 'Dataset Studio' },
    homepage,
    license,
    keywords,
  };
  return {
    // Agent Plugins 1.0.0, sections 5 and 7.
    'plugin.json': { $schema: `${schemas}/plugin.schema.json`, ...identity },
    'mcp.json': {
      $schema: `${schemas}/mcp.schema.json`,
      mcpServers: { 'dataset-studio': { type: 'stdio', ...server('PLUGIN_ROOT') } },
    },
    // Claude Code reads its own manifest instead (November 2026).
    '.claude-plugin/plugin.json': {
      ...identity,
      mcpServers: { 'dataset-studio': server('CLAUDE_PLUGIN_ROOT') },
    },
    // The command line is made of ES modules, and reads its version here.
    'package.json': { name, version, private: true, type: 'module' },
    'cli.js': "import './dist/cli.js';\n",
  };
}

/** Writes the agent plugin: a folder that is complete in itself, with the bundles of the command line in `dist/`. */
export async function writeAgentPlugin(folder: string): Promise<void> {
  const extension = JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8'));
  for (const [file, content] of Object.entries(ownFiles(extension)))
    await write(
      join(folder, file),
      typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`,
    );
  for (const file of globSync(sharedFiles, { cwd: repositoryFolder }))
    await write(join(folder, file), await readFile(join(repositoryFolder, file)));
}

/** The files of the plugin in `dist/`, relative to the repository. */
export function agentPluginFiles(): readonly string[] {
  return globSync(['dist/plugin/**/*.*', 'dist/plugin/.claude-plugin/*', 'dist/plugin/LICENSE'], {
    cwd: repositoryFolder,
  });
}

/** Packs the plugin in `dist/` into an archive in `folder`, which unpacks to a folder of its name. */
export async function packAgentPlugin(folder: string, name: string, version: string): Promise<void> {
  const files: Unzipped = {};
  for (const file of agentPluginFiles())
    files[file.replaceAll('\\', '/').replace('dist/plugin', name)] = await readFile(
      join(repositoryFolder, file),
    );
  await writeFile(join(folder, `${name}-plugin-${version}.zip`), reproducibleZip(files));
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
