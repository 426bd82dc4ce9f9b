import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

/** The whole workflows of GitHub Actions in a page. */
async function workflowsIn(page: string): Promise<readonly Workflow[]> {
  const text = await readFile(page, 'utf8');
  const blocks = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.filter((block) => /^jobs:/m.test(block)).map((block) => parse(block));
}

const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

describe('The workflow of docs/compare.md', () => {
  let folder: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    git('init', '-q', '-b', 'main');
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [what, before, after, comment] of [
    ['adds the dataset', undefined, '{}', /^The dataset is new\.$/],
    ['changes the dataset', '{}', '{"name":"x"}', /^- sales\.dataset\.json --format markdown: \{\}$/],
    ['removes the dataset', '{}', undefined, /^The dataset is removed\.$/],
  ] as const)
    it(`comments on a pull request that ${what}`, async function () {
      // The workflow runs on Linux.
      if (process.platform === 'win32') this.skip();
      const bin = join(folder, '.bin');
      await mkdir(bin);
      await writeFile(join(bin, 'dataset-studio'), '#!/bin/sh\nshift\nprintf "%s: " "$*"; cat\n');
      await chmod(join(bin, 'dataset-studio'), 0o755);
      await writeFile(join(folder, 'README.md'), '');
      if (before !== undefined) await writeFile(join(folder, 'sales.dataset.json'), before);
      git('add', '-A');
      git('commit', '-qm', 'before');
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      await rm(join(folder, 'sales.dataset.json'), { force: true });
      if (after !== undefined) await writeFile(join(folder, 'sales.dataset.json'), after);

      const [workflow] = await workflowsIn('docs/compare.md');
      const script = workflow && stepsOf(workflow).find(({ run }) => run?.includes('git show'))?.run;
      assert.ok(script);
      const PATH = `${bin}${delimiter}${process.env.PATH}`;
      // As the runner starts it.
      execFileSync('bash', ['-e', '-c', script], {
        cwd: folder,
        env: { ...process.env, PATH, GITHUB_BASE_REF: 'main' },
      });
      assert.match((await readFile(join(folder, 'changes.md'), 'utf8')).trim(), comment);
    });
});

describe('The examples of docs/pipelines.md', () => {
  it('have the permission that an upload of SARIF needs', async () => {
    const uploads = (await workflowsIn('docs/pipelines.md')).filter((workflow) =>
      stepsOf(workflow).some(({ uses }) => uses?.includes('upload-sarif')),
    );
    assert.equal(uploads.length, 1);
    assert.equal(uploads[0]?.permissions?.['security-events'], 'write');
  });

  it('run validate once for GitLab', async () => {
    const text = await readFile('docs/pipelines.md', 'utf8');
    const [, section = ''] = /\n## GitLab\n(.*?)\n## /s.exec(text) ?? [];
    assert.equal(section.match(/dataset-studio validate/g)?.length, 1);
  });

  it('annotate pull requests for every command of the action that can', async () => {
    const { runs } = parse(await readFile('action.yml', 'utf8'));
    const script: string = runs.steps[0].run.replace(/^node \S+ (.*) -- .*$/m, 'echo $1');
    const run = (command: string) =>
      execFileSync('bash', ['-e', '-c', script], {
        env: { ...process.env, COMMAND: command, ARGUMENTS: '', FILES: '' },
        encoding: 'utf8',
      }).trim();
    assert.equal(run('validate'), 'validate --format github');
    assert.equal(run('check'), 'check --format github');
    assert.equal(run('create'), 'create');
  });
});
