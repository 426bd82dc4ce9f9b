import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';

const text = { type: 'string' };
const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

/** The manifest (Agent Plugins 1.0.0, section 5): these fields and no others. */
const manifestSchema = closed(['$schema', 'name'], {
  $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json' },
  name: { type: 'string', maxLength: 64, pattern: '^[a-z0-9]+([.-][a-z0-9]+)*$' },
  version: text,
  description: text,
  author: closed([], { name: text, email: text, url: text }),
  homepage: text,
  repository: text,
  license: text,
  keywords: { type: 'array', items: text },
  extensions: { type: 'object' },
});

/** Servers (section 7): a command is one word, which is not expanded. */
const serversSchema = closed(['$schema', 'mcpServers'], {
  $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json' },
  mcpServers: {
    type: 'object',
    additionalProperties: closed(['type', 'command'], {
      type: { const: 'stdio' },
      command: { type: 'string', pattern: '^(\\./)?[^\\s$/]+$' },
      args: { type: 'array', items: text },
      env: { type: 'object', additionalProperties: text },
      cwd: { type: 'string', pattern: '^(\\./|\\$\\{PLUGIN_(ROOT|DATA)\\})' },
    }),
  },
});

describe('The agent plugin', function () {
  this.timeout(60_000);
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  let parent: string;
  let plugin: string;
  let project: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'dataset-studio-plugin-'));
    plugin = join(parent, 'plugin');
    project = join(parent, 'project');
    await cp('dist/plugin', plugin, { recursive: true });
    await mkdir(project);
  });
  after(() => rm(parent, { recursive: true }));

  const read = async (file: string) => JSON.parse(await readFile(join(plugin, file), 'utf8'));

  it('has the manifests of its specification', async () => {
    const ajv = new Ajv({ strict: true });
    for (const [file, schema] of [
      ['plugin.json', manifestSchema],
      ['mcp.json', serversSchema],
    ] as const) {
      const content = await read(file);
      assert.ok(ajv.validate(schema, content), `${file}: ${ajv.errorsText()}`);
    }
    const manifest = await read('plugin.json');
    assert.deepEqual([manifest.name, manifest.version], [name, version]);
    const ofClaude = await read('.claude-plugin/plugin.json');
    assert.deepEqual([ofClaude.name, ofClaude.version], [name, version]);
    assert.deepEqual(ofClaude.mcpServers[name].args, [`\${CLAUDE_PLUGIN_ROOT}/cli.js`, 'mcp']);
  });

  it('has the skill of the extension, in a folder of its name, and what its licenses require', async () => {
    const [skill = ''] = await readdir(join(plugin, 'skills'));
    const content = await readFile(join(plugin, 'skills', skill, 'SKILL.md'), 'utf8');
    assert.match(content, new RegExp(`^---\nname: ${skill}\n`));
    assert.equal(content, await readFile(join('skills', skill, 'SKILL.md'), 'utf8'));
    for (const file of ['LICENSE', 'dist/ThirdPartyNotices.txt'])
      assert.ok((await readFile(join(plugin, file), 'utf8')).length > 1000);
  });

  it('starts its server from mcp.json, in an empty folder without node_modules', async () => {
    const { mcpServers } = await read('mcp.json');
    const { command, args } = mcpServers[name];
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
      new StdioClientTransport({
        command,
        args: args.map((arg: string) => arg.replaceAll(`\${PLUGIN_ROOT}`, plugin)),
        cwd: project,
        env: { PATH: process.env.PATH ?? '', PLUGIN_ROOT: plugin },
      }),
    );
    try {
      assert.equal(client.getServerVersion()?.version, version);
      assert.equal((await client.listTools()).tools.length, 6);
      await writeFile(join(project, 'orders.csv'), 'Id,Total\n1,2.5\n');
      // In a thread, whose file is in the plugin, too.
      const inferred = await client.callTool({ name: 'dataset_infer', arguments: { files: ['*.csv'] } });
      assert.match(JSON.stringify(inferred.structuredContent), /"name":"Total"/);
    } finally {
      await client.close();
    }
  });
});
