import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { samplesFolder } from '../../scripts/repository.ts';
import { findNode } from './oldest-nodes.ts';
import { releaseUnderTest } from './release-under-test.ts';

describe('The npm package, installed into an empty folder with Node.js 20', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;

  function run(program: string, ...args: string[]): string {
    return execFileSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
  const datasetStudio = (...args: string[]) =>
    run(join(folder, 'node_modules', '.bin', 'dataset-studio'), ...args);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-npm-'));
    env = {
      PATH: [await findNode('20'), process.env.PATH].join(delimiter),
      HOME: folder,
      npm_config_cache: join(folder, '.npm'),
      DATASET_ACCESS_TOKEN: 'token',
      DATASET_SUBSCRIPTION_KEY: 'key',
    };
    const { npmPackage } = await releaseUnderTest();
    run('npm', 'install', '--offline', '--engine-strict', '--no-audit', '--no-fund', npmPackage);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('runs on Node.js 20', async () => {
    const { version } = await releaseUnderTest();
    assert.match(run('node', '--version'), /^v20\./);
    assert.equal(datasetStudio('--version'), `${version}\n`);
  });

  it('installs nothing else', () => {
    const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(packages, ['dataset-studio']);
  });

  it('consists of the command line, the agent plugin, README.md, and LICENSE', async () => {
    const root = join(folder, 'node_modules', 'dataset-studio');
    assert.deepEqual(readdirSync(root).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    const built = ['ThirdPartyNotices.txt', 'cli', 'cli.js', 'plugin'];
    assert.deepEqual(readdirSync(join(root, 'dist')).sort(), built);
    const plugin = (folder: string) =>
      readdirSync(join(folder, 'dist', 'plugin'), { recursive: true }).sort();
    assert.deepEqual(plugin(root), plugin('.'));
    assert.deepEqual(readdirSync(join(root, 'dist', 'cli')), readdirSync(join('dist', 'cli')));
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const properties = [
      'bin',
      'bugs',
      'description',
      'engines',
      'files',
      'homepage',
      'keywords',
      'license',
      'name',
      'repository',
      'type',
      'version',
    ];
    assert.deepEqual(Object.keys(manifest).sort(), properties);
  });

  it('validates', () => {
    assert.match(datasetStudio('validate', join(samplesFolder, 'sales.dataset.json')), /^1 file: 0 errors/);
  });

  it('infers a dataset from a CSV file, and draws it', () => {
    writeFileSync(join(folder, 'orders.csv'), 'id,customer,paid\n1,Ada,true\n2,Grace,false\n');
    datasetStudio('infer', 'orders.csv', '--output', 'orders.dataset.json');
    const columns = datasetStudio('diagram', 'orders.dataset.json', '--format', 'mermaid');
    for (const column of ['id', 'customer', 'paid']) assert.match(columns, new RegExp(`\\b${column}\\b`));
  });

  it('prints the request that would create a dataset', () => {
    const sales = join(samplesFolder, 'sales.dataset.json');
    const request = JSON.parse(
      datasetStudio('create', sales, '--dry-run', '--json', '--base-url', 'https://gateway.example'),
    );
    assert.equal(request.method, 'POST');
  });
});
