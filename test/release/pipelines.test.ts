import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { repositoryFolder, samplesFolder } from '../../scripts/repository.ts';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { findNode20 } from './node20.ts';
import { releaseUnderTest } from './release-under-test.ts';

type Finished = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

const page = await readFile(join(repositoryFolder, 'docs', 'pipelines.md'), 'utf8');
const { version } = JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8'));
const action = parseYaml(await readFile(join(repositoryFolder, 'action.yml'), 'utf8'));
const hooks = parseYaml(await readFile(join(repositoryFolder, '.pre-commit-hooks.yaml'), 'utf8'));

/** The examples below a heading of docs/pipelines.md. */
function examples(heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(?:yaml|jsonc)\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

describe('The examples in docs/pipelines.md', () => {
  let folder: string;
  let registry: LocalRegistry;
  let gateway: LocalGateway;
  let env: Readonly<Record<string, string>>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-pipelines-'));
    registry = await startLocalRegistry((await releaseUnderTest()).npmPackage);
    const started = await startLocalGateway({});
    assert.ok(started.ok);
    gateway = started.value;
    env = {
      PATH: [await findNode20(), process.env.PATH].join(delimiter),
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, '.npm'),
    };
  });
  beforeEach(() => cpSync(samplesFolder, join(folder, 'datasets'), { recursive: true }));
  after(async () => {
    registry.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script as the runner of GitHub Actions does, in a repository with the samples in `datasets`. */
  function bash(script: string, variables: Readonly<Record<string, string>> = {}): Promise<Finished> {
    return new Promise((resolve, reject) => {
      const options = { cwd: folder, env: { ...env, ...variables } };
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, stdout, stderr }));
    });
  }

  /** Runs the step of action.yml with the inputs of a step that uses it. */
  function runAction(
    inputs: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Finished> {
    const [step] = action.runs.steps;
    const values = Object.entries<string>(step.env).map(([name, expression]) => {
      const [, context, input = ''] = /^\$\{\{ (github|inputs)\.(\w+) \}\}$/.exec(expression) ?? [];
      return [
        name,
        context === 'github' ? repositoryFolder : (inputs[input] ?? action.inputs[input].default),
      ];
    });
    return bash(step.run, { ...Object.fromEntries(values), ...variables });
  }

  const broken = () => join(folder, 'datasets', 'broken.dataset.json');

  /** Runs a script that validates `datasets`, once with a faulty file and once without. */
  async function validates(run: () => Promise<Finished>, expected: RegExp): Promise<void> {
    const faulty = await run();
    assert.equal(faulty.status, 1, faulty.stderr);
    assert.match(faulty.stdout, expected);
    rmSync(broken());
    const correct = await run();
    assert.equal(correct.status, 0, correct.stdout + correct.stderr);
  }

  describe('for GitHub Actions', () => {
    const [workflow = '', creation = '', scanning = ''] = examples('GitHub Actions');

    it('annotate the problems', async () => {
      const [, step] = parseYaml(workflow).jobs.validate.steps;
      assert.equal(step.uses, `dataset-studio/dataset-studio@v${version}`);
      await validates(
        () => runAction(step.with),
        /^::error file=datasets\/broken\.dataset\.json,line=9,endLine=9,col=9,[^:]*::This column has no "dataType"/m,
      );
    });

    it('create each dataset once', async () => {
      rmSync(broken());
      const [step] = parseYaml(creation);
      assert.equal(step.uses, `dataset-studio/dataset-studio@v${version}`);
      const { username, password, clientId, subscriptionKey } = gateway.credentials;
      const variables = {
        DATASET_BASE_URL: gateway.baseUrl,
        DATASET_USERNAME: username,
        DATASET_PASSWORD: password,
        DATASET_CLIENT_ID: clientId,
        DATASET_SUBSCRIPTION_KEY: subscriptionKey,
      };
      const inputs = { ...step.with, arguments: step.with.arguments.replace('/var/lib', folder) };
      const first = await runAction(inputs, variables);
      assert.equal(first.status, 0, first.stderr);
      assert.equal(JSON.parse(first.stdout).outcome, 'created');
      assert.equal(gateway.datasets().length, 1);
      assert.equal((await runAction(inputs, variables)).status, 6);
      assert.equal(gateway.datasets().length, 1);
    });

    it('write a SARIF log, and go on to upload it', async () => {
      const [{ run }] = parseYaml(scanning);
      const { status } = await bash(run);
      assert.equal(status, 0);
      const log = JSON.parse(await readFile(join(folder, 'datasets.sarif'), 'utf8'));
      assert.equal(log.runs[0].results.length, 9);
    });
  });

  it('for GitLab fail if a dataset has errors', async () => {
    const { datasets } = parseYaml(examples('GitLab')[0] ?? '');
    await validates(() => bash(datasets.script.join('\n')), /3 errors/);
  });

  it('for Azure Pipelines fail if a dataset has errors', async () => {
    const { steps } = parseYaml(examples('Azure Pipelines')[0] ?? '');
    await validates(() => bash(steps[1].script), /3 errors/);
  });

  it('for pre-commit name a hook that validates the files it is given', async () => {
    const [{ rev, hooks: used }] = parseYaml(examples('pre-commit')[0] ?? '').repos;
    assert.equal(rev, `v${version}`);
    const hook = hooks.find(({ id }: { id: string }) => id === used[0].id);
    assert.match(hook.entry, new RegExp(`dataset-studio@${version.replaceAll('.', '\\.')} `));
    const files = ['datasets/broken.dataset.json', 'datasets/inventory.dataset.yaml'];
    for (const file of files) assert.match(file, new RegExp(hook.files));
    for (const file of ['a.json', 'dataset.json', 'a.dataset.jsonc'])
      assert.doesNotMatch(file, new RegExp(hook.files));
    assert.equal((await bash(`${hook.entry} ${files.join(' ')}`)).status, 1);
    assert.equal((await bash(`${hook.entry} ${files[1]}`)).status, 0);
  });

  it('for VS Code tasks use the contributed problem matcher', async () => {
    const { tasks } = parseJson(examples('VS Code tasks')[0] ?? '');
    assert.equal(tasks[0].problemMatcher, '$dataset-studio');
    await validates(() => bash(tasks[0].command), /^datasets[\\/]broken\.dataset\.json\n {2}3:3 /);
  });
});

describe('The action', () => {
  it('passes its inputs as variables, because GitHub inserts expressions into a script unescaped', () => {
    for (const { run = '' } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/);
  });
});
