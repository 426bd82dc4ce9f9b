import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { repositoryFolder, samplesFolder } from '../../scripts/repository.ts';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { findNode } from './oldest-nodes.ts';
import { releaseUnderTest } from './release-under-test.ts';

type Finished = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

/** What a pull request may commit to make a tool that runs in its checkout run its code. */
const hostileFiles = {
  '.npmrc': 'registry=http://127.0.0.1:9/\nignore-scripts=false\nscript-shell=./hostile.js\n',
  'package.json':
    '{ "name": "hostile", "workspaces": ["*"], "scripts": { "preinstall": "node hostile.js" } }\n',
  'hostile.js': '#!/usr/bin/env node\nconsole.log("HOSTILE");\n',
  'node_modules/.bin/dataset-studio': '#!/usr/bin/env node\nconsole.log("HOSTILE");\n',
  'node_modules/dataset-studio/package.json':
    '{ "name": "dataset-studio", "version": "1.0.0", "bin": "dist/cli.js" }\n',
  'node_modules/dataset-studio/dist/cli.js': '#!/usr/bin/env node\nconsole.log("HOSTILE");\n',
};

const pages = ['pipelines.md', 'creating.md'].map((name) =>
  readFileSync(join(repositoryFolder, 'docs', name), 'utf8'),
);
const page = pages.join('\n');
const { version } = JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8'));
const action = parseYaml(await readFile(join(repositoryFolder, 'action.yml'), 'utf8'));
const hooks = parseYaml(await readFile(join(repositoryFolder, '.pre-commit-hooks.yaml'), 'utf8'));

const globalInstallation = `npm install --global --ignore-scripts dataset-studio@${version}`;

/** The examples below a heading of docs/pipelines.md or docs/creating.md. */
function examples(heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(?:yaml|jsonc)\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

describe('The examples in docs/pipelines.md and docs/creating.md', () => {
  let top: string;
  /** The checkout. */
  let folder: string;
  let registry: LocalRegistry;
  let gateway: LocalGateway;
  let env: Readonly<Record<string, string>>;

  before(async () => {
    top = mkdtempSync(join(tmpdir(), 'dataset-studio-pipelines-'));
    folder = join(top, 'checkout');
    for (const [path, content] of Object.entries(hostileFiles)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content, { mode: 0o755 });
    }
    for (const file of ['package.json', 'scripts/pipelines/run-release.mjs'])
      cpSync(join(repositoryFolder, file), join(top, 'action', file));
    registry = await startLocalRegistry((await releaseUnderTest()).npmPackage);
    const started = await startLocalGateway({});
    assert.ok(started.ok);
    gateway = started.value;
    env = {
      PATH: [join(top, 'global', 'bin'), await findNode('20'), process.env.PATH].join(delimiter),
      HOME: join(top, 'home'),
      npm_config_prefix: join(top, 'global'),
      npm_config_cache: join(top, 'cache'),
      DATASET_STUDIO_REGISTRY: registry.url,
    };
    mkdirSync(join(top, 'home'));
    // A user's own configuration, which that of a project replaces. Environment variables would replace both.
    writeFileSync(join(top, 'home', '.npmrc'), `registry=${registry.url}\n`);
  });
  beforeEach(() => {
    rmSync(join(folder, 'datasets'), { recursive: true, force: true });
    cpSync(samplesFolder, join(folder, 'datasets'), { recursive: true });
  });
  after(async () => {
    registry.close();
    await gateway.close();
    rmSync(top, { recursive: true, force: true });
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
        context === 'github' ? join(top, 'action') : (inputs[input] ?? action.inputs[input].default),
      ];
    });
    const registryInput = { DATASET_STUDIO_REGISTRY: registry.url };
    return bash(step.run, { ...Object.fromEntries(values), ...registryInput, ...variables });
  }

  /** Runs the step, and returns its outputs and its summary, too. */
  async function runForResults(
    inputs: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Finished & { readonly outputs: Readonly<Record<string, string>>; readonly summary: string }> {
    const files = { GITHUB_OUTPUT: join(top, 'outputs'), GITHUB_STEP_SUMMARY: join(top, 'summary') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const finished = await runAction(inputs, { ...variables, ...files });
    const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').trim().split('\n');
    const outputs = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return { ...finished, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
  }

  /** Gives the checkout a remote for the journal; the variables with the address of the gateway, and those with its secrets, too. */
  async function withJournal() {
    const origin = mkdtempSync(join(top, 'origin-'));
    const made = await bash(`git init --quiet --bare '${origin}' && git remote add origin '${origin}'`);
    assert.equal(made.status, 0, made.stderr);
    const { username, password, clientId, subscriptionKey } = gateway.credentials;
    const address = { DATASET_BASE_URL: gateway.baseUrl, DATASET_JOURNAL: 'git:origin' };
    const secrets = {
      ...address,
      DATASET_USERNAME: username,
      DATASET_PASSWORD: password,
      DATASET_CLIENT_ID: clientId,
      DATASET_SUBSCRIPTION_KEY: subscriptionKey,
    };
    return { address, secrets };
  }

  const broken = () => join(folder, 'datasets', 'broken.dataset.json');

  /** Runs a script that validates `datasets`, once with a faulty file and once without. */
  async function validates(run: () => Promise<Finished>, expected: RegExp): Promise<void> {
    const faulty = await run();
    assert.doesNotMatch(faulty.stdout + faulty.stderr, /HOSTILE/);
    assert.equal(faulty.status, 1, faulty.stderr);
    assert.match(faulty.stdout, expected);
    rmSync(broken());
    const correct = await run();
    assert.equal(correct.status, 0, correct.stdout + correct.stderr);
  }

  describe('for GitHub Actions', () => {
    const [workflow = '', scanning = ''] = examples('GitHub Actions');
    const [creation = ''] = examples('Creating datasets');

    it('annotate the problems', async () => {
      const [, step] = parseYaml(workflow).jobs.validate.steps;
      assert.equal(step.uses, `dataset-studio/dataset-studio@v${version}`);
      await validates(
        () => runAction(step.with),
        /^::error file=datasets\/broken\.dataset\.json,line=9,endLine=9,col=31,[^:]*::Unknown property "type"/m,
      );
    });

    it('count the problems, and list them in the summary of the step', async () => {
      const { outputs, summary } = await runForResults({ files: 'datasets' });
      assert.deepEqual(outputs, { outcome: 'failed', problems: '8', 'dataset-ids': '[]' });
      assert.match(
        summary,
        /^### dataset-studio validate: failed\n~~~text\nwarning datasets\/broken\.dataset\.json:\d+ /,
      );
      assert.equal(summary.split('\n').filter((line) => /^(error|warning) /.test(line)).length, 8);
      assert.match(summary, /\n~~~\n$/);
      rmSync(broken());
      assert.deepEqual((await runForResults({ files: 'datasets' })).outputs, {
        outcome: 'passed',
        problems: '0',
        'dataset-ids': '[]',
      });
      const { status, outputs: ofError } = await runForResults({ files: 'nowhere' });
      assert.deepEqual([status, ofError.outcome], [2, 'error']);
    });

    it('take names with blanks around them, show them as they are, and look up a tag each time', async () => {
      const name = 'datasets/we,ird: %name.dataset.json';
      writeFileSync(join(folder, name), '{}');
      const { summary, stderr } = await runForResults({ files: `  ${name}  \n`, version: 'latest' });
      assert.match(summary, /^error datasets\/we,ird: %name\.dataset\.json:1 /m, stderr);
      assert.ok(!existsSync(join(top, 'action', '.installed', 'latest')));
    });

    it('list only the first 100 problems in the summary, and exit as the command does', async () => {
      const text = readFileSync(broken(), 'utf8');
      for (let copy = 0; copy < 100; copy++)
        writeFileSync(join(folder, 'datasets', `${copy}.dataset.json`), text);
      const { status, outputs, summary } = await runForResults({ files: 'datasets' });
      assert.deepEqual([status, outputs.problems], [1, '808']);
      assert.equal(summary.match(/^(error|warning) /gm)?.length, 100);
      assert.match(summary, /\n~~~\n$/);
    });

    it('show the text of problems as it is in the summary, and leave no file behind', async () => {
      mkdirSync(join(top, 'temporary'), { recursive: true });
      const column = '{"name":"C","dataType":"100%0A, or: more"}';
      writeFileSync(broken(), `{"name":"S","tables":[{"name":"T","columns":[${column}]}]}`);
      const inputs = { files: 'datasets/broken.dataset.json' };
      writeFileSync(join(folder, 'datasets', 'a%2C.dataset.json'), '{');
      const { summary } = await runForResults(inputs, { TMPDIR: join(top, 'temporary') });
      assert.match(summary, /^warning datasets\/broken\.dataset\.json:1 .*100%0A, or: more/m);
      assert.doesNotMatch(summary, /%25/);
      const named = await runForResults({ files: 'datasets/a%2C.dataset.json' });
      assert.match(named.summary, /^error datasets\/a%2C\.dataset\.json:1 /m);
      assert.deepEqual(readdirSync(join(top, 'temporary')), []);
    });

    it('list problems without a line in the summary, too', async () => {
      writeFileSync(join(folder, 'datasets', 'data.csv'), 'Other\n1\n');
      const { outputs, summary } = await runForResults({
        command: 'check',
        files: 'datasets/data.csv',
        arguments: '--dataset=datasets/sales.dataset.json\n--table=Sales',
      });
      assert.match(summary, /^error datasets\/data\.csv: .*Other/m);
      assert.equal(
        summary.split('\n').filter((line) => /^\w+ datasets/.test(line)).length,
        Number(outputs.problems),
      );
    });

    it('create each dataset once, and name it each time, also before they create it', async () => {
      rmSync(broken());
      await bash('git init --quiet .');
      const { address, secrets } = await withJournal();
      const before = gateway.datasets().length;
      const workflow = parseYaml(creation);
      assert.equal(workflow.env.DATASET_JOURNAL, address.DATASET_JOURNAL);
      const [planned, created] = ['plan', 'create'].map((job) => workflow.jobs[job].steps.at(-1));
      const plan = await runForResults(planned.with, address);
      assert.deepEqual([plan.status, plan.outputs['dataset-ids']], [0, '[]'], plan.stderr);
      assert.match(plan.summary, /^new datasets\/sales\.dataset\.json$/m);

      const first = await runForResults(created.with, secrets);
      assert.equal(first.status, 0, first.stderr);
      const results: { readonly file: string; readonly outcome: string; readonly datasetId: string }[] =
        JSON.parse(first.stdout);
      const ofSales = results.findIndex(({ file }) => file === 'datasets/sales.dataset.json');
      const result = results[ofSales];
      assert.ok(result && results.every(({ outcome }) => outcome === 'created'));
      const ids = results.map(({ datasetId }) => datasetId);
      assert.deepEqual(first.outputs, {
        outcome: 'passed',
        problems: '0',
        'dataset-ids': JSON.stringify(ids),
      });
      assert.ok(first.summary.includes(`created datasets/sales.dataset.json ${result.datasetId}\n`));
      const again = await runForResults(created.with, secrets);
      assert.deepEqual([again.status, again.outputs], [0, first.outputs], again.stderr);
      assert.ok(again.summary.includes(`unchanged datasets/sales.dataset.json ${result.datasetId}\n`));
      assert.equal(gateway.datasets().length, before + ids.length);

      const file = join(folder, 'datasets', 'sales.dataset.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"name": "', '"name": "New '));
      const replan = await runForResults(planned.with, address);
      assert.match(replan.summary, /^changed datasets\/sales\.dataset\.json/m);
      const changed = await runForResults(created.with, secrets);
      const { outcome, datasetId, previous } = JSON.parse(changed.stdout)[ofSales];
      assert.deepEqual([changed.status, outcome, previous.datasetId], [0, 'created', result.datasetId]);
      assert.deepEqual(changed.outputs['dataset-ids'], JSON.stringify(ids.with(ofSales, datasetId)));
      assert.equal(gateway.datasets().length, before + ids.length + 1);
      rmSync(join(folder, '.git'), { recursive: true });
    });

    it('write a SARIF log, which is uploaded also if there are errors', async () => {
      const { permissions, jobs } = parseYaml(scanning);
      assert.equal(permissions['security-events'], 'write');
      const [, install, validate, upload] = jobs.datasets.steps;
      assert.equal((await bash(install.run)).status, 0);
      assert.equal((await bash(validate.run)).status, 1);
      assert.equal(upload.if, 'always()');
      const log = JSON.parse(await readFile(join(folder, 'datasets.sarif'), 'utf8'));
      assert.equal(log.runs[0].results.length, 8);
    });
  });

  it('for GitLab create datasets on the default branch, and plan before it', () => {
    const job = parseYaml(examples('Creating datasets')[1] ?? '')['create-datasets'];
    assert.equal(job.script.at(-1), 'dataset-studio create datasets $MODE');
    assert.deepEqual(
      job.rules.map(({ variables }: { variables?: Record<string, string> }) => variables?.MODE),
      ['--dry-run', undefined],
    );
  });

  it('for GitLab fail if a dataset has errors', async () => {
    const { datasets } = parseYaml(examples('GitLab')[0] ?? '');
    await validates(async () => {
      const finished = await bash(datasets.script.join('\n'));
      const report = await readFile(join(folder, datasets.artifacts.reports.codequality), 'utf8');
      return { ...finished, stdout: finished.stdout + report };
    }, /"severity": "major",\s+"location": \{\s+"path": "datasets\/broken\.dataset\.json"/);
  });

  it('for Azure Pipelines fail if a dataset has errors', async () => {
    const { steps } = parseYaml(examples('Azure Pipelines')[0] ?? '');
    const scripts = steps.map(({ script }: { script?: string }) => script ?? '');
    await validates(
      () => bash(scripts.join('\n')),
      /^##vso\[task\.logissue type=error;sourcepath=datasets\/broken\.dataset\.json;linenumber=9;[^\]]*\]Unknown property "type"/m,
    );
  });

  it('for pre-commit name the hooks', () => {
    const [{ rev, hooks: used }] = parseYaml(examples('pre-commit')[0] ?? '').repos;
    assert.equal(rev, `v${version}`);
    const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort();
    for (const id of ids(used)) assert.ok(ids(hooks).includes(id), id);
    for (const id of ids(hooks)) assert.ok(page.includes(`\`${id}\``), id);
    for (const hook of hooks) {
      assert.equal(hook.language, 'script');
      // Python's way to ignore case, as pre-commit has it.
      assert.match(hook.files, /^\(\?i\)/);
      const files = new RegExp(hook.files.slice(4), 'i');
      for (const file of ['datasets/broken.dataset.json', 'datasets/Inventory.Dataset.YAML'])
        assert.match(file, files);
      for (const file of ['a.json', 'dataset.json', 'a.dataset.jsonc']) assert.doesNotMatch(file, files);
    }
  });

  /** What a hook runs, before the names of files. */
  const entryOf = (id: string, ownArgs?: readonly string[]) => {
    const { entry, args } = hooks.find((hook: { readonly id: string }) => hook.id === id);
    return [join(top, 'action', entry), ...(ownArgs ?? args)].join(' ');
  };

  it('for pre-commit have a hook that fixes, and one that formats', async () => {
    const file = join(folder, 'datasets', 'orders.dataset.json');
    writeFileSync(
      file,
      '{"name":" Orders","tables":[{"name":"Orders","columns":[{"name":"Id","dataType":"Int64"}]}]}\n',
    );
    const fixed = await bash(`${entryOf('dataset-studio-fix')} datasets/orders.dataset.json`);
    assert.equal(fixed.status, 0, fixed.stderr);
    assert.match(readFileSync(file, 'utf8'), /^\{"name":"Orders",/);
    const formatted = await bash(`${entryOf('dataset-studio-format')} datasets/orders.dataset.json`);
    assert.equal(formatted.status, 0, formatted.stderr);
    assert.match(readFileSync(file, 'utf8'), /^\{\n {2}"name": "Orders",\n/);
  });

  it('for pre-commit have a hook that validates the files it is given', async () => {
    const entry = entryOf('dataset-studio-validate');
    const files = ['datasets/broken.dataset.json', 'datasets/inventory.dataset.yaml'];
    assert.equal((await bash(`${entry} ${files.join(' ')}`)).status, 1);
    const correct = await bash(`${entry} ${files[1]}`);
    assert.equal(correct.status, 0, correct.stderr);
    assert.match(correct.stdout, /^1 file: 0 errors/);
  });

  it('for pre-commit take no name of a file for an option', async () => {
    const victim = join(folder, 'victim.dataset.json');
    const before = readFileSync(join(folder, 'datasets', 'sales.dataset.json'));
    writeFileSync(victim, before);
    const [{ hooks: used }] = parseYaml(examples('pre-commit')[0] ?? '').repos;
    const names = [
      '--output=victim.dataset.json',
      '-ovictim.dataset.json',
      '--format=json',
      '--max-warnings=x',
    ];
    const runs = [...hooks, ...used].map(({ id, args }, index) => [id, args, names[index % names.length]]);
    for (const [id, args, name] of runs) {
      const { status, stdout, stderr } = await bash(`${entryOf(id, args)} '${name}'`);
      assert.equal(status, 2, `${id} ${name} ${stdout} ${stderr}`);
      assert.deepEqual(readFileSync(victim), before, `${id} ${name}`);
    }
    const refused = await bash(`${entryOf('dataset-studio-validate', ['--max-warnings=0'])} ${names[0]}`);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /Names of files must come after --.*args: \[--max-warnings=0, --\]/);
    assert.deepEqual(readFileSync(victim), before);
    rmSync(victim);
  });

  it('install the command line without secrets in the environment of npm', async () => {
    rmSync(join(top, 'action', '.installed'), { recursive: true, force: true });
    mkdirSync(join(top, 'spy'));
    const npm = (await bash('command -v npm')).stdout.trim();
    writeFileSync(join(top, 'spy', 'npm'), `#!/bin/sh\nenv > '${top}/environment'\nexec '${npm}' "$@"\n`, {
      mode: 0o755,
    });
    const secrets = { DATASET_PASSWORD: 'hunter2', DATASET_CLIENT_SECRET: 'hunter3', OTHER: 'hunter4' };
    const variables = { ...secrets, PATH: `${join(top, 'spy')}:${env.PATH}` };
    const { status, stderr } = await bash(
      `${entryOf('dataset-studio-validate')} datasets/sales.dataset.json`,
      variables,
    );
    assert.equal(status, 0, stderr);
    const seen = readFileSync(join(top, 'environment'), 'utf8');
    assert.match(seen, /^npm_config_cache=/m);
    assert.doesNotMatch(seen, /hunter/);
  });

  describe('of the template samples/repository', () => {
    const template = join(samplesFolder, 'repository');
    const { jobs } = parseYaml(readFileSync(join(template, '.github', 'workflows', 'datasets.yml'), 'utf8'));
    const orders = () => join(folder, 'datasets', 'orders.dataset.json');

    /** The checkout of a pull request of the template, which changes one file. */
    async function pullRequest(change: (text: string) => string): Promise<void> {
      rmSync(join(folder, 'datasets'), { recursive: true });
      cpSync(template, folder, { recursive: true });
      const made = await bash(
        'git init --quiet --initial-branch=main . && git add datasets && git -c user.name=a -c user.email=a@b.example commit --quiet -m base && git update-ref refs/remotes/origin/main HEAD',
      );
      assert.equal(made.status, 0, made.stderr);
      writeFileSync(orders(), change(readFileSync(orders(), 'utf8')));
    }

    afterEach(() => rmSync(join(folder, '.git'), { recursive: true, force: true }));

    /** The inputs of the step that uses the action, as GitHub fills them in a pull request for `main`. */
    function inputsOf(job: string): Readonly<Record<string, string>> {
      const { uses, with: inputs } = jobs[job].steps.at(-1);
      assert.equal(uses, `dataset-studio/dataset-studio@v${version}`);
      assert.match(inputs.against, /github\.base_ref/);
      return { ...inputs, against: 'origin/main' };
    }

    it('checks the data that the project file names', async () => {
      await pullRequest((text) => text);
      const step = jobs.data.steps.at(-1);
      assert.equal(step.uses, `dataset-studio/dataset-studio@v${version}`);
      const wrong = await runForResults(step.with);
      assert.deepEqual([wrong.status, wrong.outputs.problems], [1, '1'], wrong.stderr);
      assert.match(wrong.summary, /^error exports\/orders-2026-02\.csv:3 .*31\/02\/2026/m);
      rmSync(join(folder, 'exports', 'orders-2026-02.csv'));
      const right = await runForResults(step.with);
      assert.equal(right.status, 0, right.stdout + right.stderr);
    });

    it('passes a pull request that adds a column', async () => {
      await pullRequest((text) =>
        text.replace(/"bool"\s+\}/, '"bool"\n        },\n        { "name": "Note", "dataType": "string" }'),
      );
      const problems = await runForResults(inputsOf('problems'));
      assert.equal(problems.status, 0, problems.stdout + problems.stderr);
      const changes = await runForResults(inputsOf('changes'));
      assert.equal(changes.status, 0, changes.stderr);
      assert.match(changes.summary, /^notice datasets\/orders\.dataset\.json:23 .*Note.*added/m);
      assert.equal(changes.outputs.problems, '1');
    });

    it('fails for a breaking change, and for a new problem', async () => {
      await pullRequest((text) => text.replace('"Int64"', '"Int65"'));
      const problems = await runForResults(inputsOf('problems'));
      assert.deepEqual([problems.status, problems.outputs.problems], [1, '1']);
      const changes = await runForResults(inputsOf('changes'));
      assert.deepEqual([changes.status, changes.outputs.outcome], [1, 'failed']);
      assert.match(changes.stdout, /^::error file=datasets\/orders\.dataset\.json,line=9,/m);
    });

    it('creates all of it once, then nothing, then what has changed', async () => {
      await pullRequest((text) => text);
      const { address, secrets } = await withJournal();
      const steps = [jobs.plan, jobs.create].map(({ steps: all }) => all.at(-1));
      const run = async () => {
        const plan = await runForResults(steps[0].with, address);
        const done = await runForResults(steps[1].with, secrets);
        assert.deepEqual([plan.status, done.status, done.outputs.outcome], [0, 0, 'passed'], done.stderr);
        return [plan, done].map(({ summary }) => summary.match(/^\w+(?= datasets\/)/gm));
      };
      assert.deepEqual(await run(), [
        ['new', 'new'],
        ['created', 'created'],
      ]);
      assert.deepEqual(await run(), [
        ['unchanged', 'unchanged'],
        ['unchanged', 'unchanged'],
      ]);
      writeFileSync(orders(), readFileSync(orders(), 'utf8').replace('"Int64"', '"Double"'));
      assert.deepEqual(await run(), [
        ['unchanged', 'changed'],
        ['unchanged', 'created'],
      ]);
    });

    it('uses the hooks of this version', () => {
      const [{ rev, hooks: used }] = parseYaml(
        readFileSync(join(template, '.pre-commit-config.yaml'), 'utf8'),
      ).repos;
      assert.equal(rev, `v${version}`);
      for (const { id } of used)
        assert.ok(
          hooks.some((hook: { readonly id: string }) => hook.id === id),
          id,
        );
    });
  });

  it('for VS Code tasks use the contributed problem matcher', async () => {
    const { tasks } = parseJson(examples('VS Code tasks')[0] ?? '');
    assert.equal(tasks[0].problemMatcher, '$dataset-studio');
    const installed = await bash(globalInstallation);
    assert.equal(installed.status, 0, installed.stderr);
    await validates(() => bash(tasks[0].command), /^datasets[\\/]broken\.dataset\.json\n {2}3:3 /);
  });
});

describe('The documentation', () => {
  it('tells nobody to run what the current folder has in node_modules', () => {
    const pages = ['README.md', 'scripts/release/contents/npm-readme.md', ...globSync('docs/*.md')];
    for (const path of pages) {
      const text = readFileSync(join(repositoryFolder, path), 'utf8');
      assert.doesNotMatch(text, /\bnpx --yes|\bnpx dataset-studio|npm exec|"npx"/, path);
      for (const [command] of text.matchAll(/npm install [^`\n]*dataset-studio.*/g))
        assert.match(command, /--global/, path);
    }
  });
});

describe('The action', () => {
  it('passes its inputs as variables, because GitHub inserts expressions into a script unescaped', () => {
    for (const { run = '' } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/);
  });
});
