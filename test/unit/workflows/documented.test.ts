import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { GitRepository } from '../cli/git-repository.ts';

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
  let repository: GitRepository;

  beforeEach(() => {
    repository = GitRepository.make();
  });
  afterEach(() => repository.remove());

  for (const [what, before, after, comment] of [
    [
      'adds a dataset',
      undefined,
      '{"name":"x"}',
      /: 1 change\n[\s\S]*\*\*Compatible\*\*\n\n- Dataset `x`: added\n$/,
    ],
    ['changes a dataset', '{"name":"x"}', '{"name":"y"}', /- Dataset: renamed from `x` to `y`\n$/],
    [
      'removes a dataset',
      '{"name":"x"}',
      undefined,
      /: 1 change \(breaking\)\n[\s\S]*- Dataset `x`: removed\n$/,
    ],
    ['changes something else', '{"name":"x"}', '{ "name": "x" }', /^### Datasets: No changes\n$/],
  ] as const)
    it(`comments on a pull request that ${what}`, async function () {
      // The workflow runs on Linux.
      if (process.platform === 'win32') this.skip();
      const bin = join(repository.folder, '..', 'bin');
      await mkdir(bin);
      const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`;
      await writeFile(join(bin, 'dataset-studio'), program, { mode: 0o755 });
      await repository.commit(before === undefined ? {} : { 'sales.dataset.json': before });
      repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      await rm(join(repository.folder, 'sales.dataset.json'), { force: true });
      await repository.commit(after === undefined ? {} : { 'sales.dataset.json': after });

      const [workflow] = await workflowsIn('docs/compare.md');
      const script = workflow && stepsOf(workflow).find(({ run }) => run?.includes(' diff '))?.run;
      assert.ok(script);
      const PATH = `${bin}${delimiter}${process.env.PATH}`;
      // As the runner starts it.
      execFileSync('bash', ['-e', '-c', script], {
        cwd: repository.folder,
        env: { ...process.env, PATH, GITHUB_BASE_REF: 'main' },
      });
      assert.match(await readFile(join(repository.folder, 'changes.md'), 'utf8'), comment);
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
    assert.equal(run('diff'), 'diff --format github');
    assert.equal(run('create'), 'create --json');
  });
});
