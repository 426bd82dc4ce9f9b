import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Job, readWorkflow } from './workflow-files.ts';

const text = readFileSync('.github/workflows/release.yml', 'utf8');
const workflow = readWorkflow('release.yml');
const { build, ...others } = workflow.jobs;

function publishingJobs(): [string, Job][] {
  return Object.entries(workflow.jobs).filter(([, { environment }]) => environment !== undefined);
}

function neededBy(job: string): Set<string> {
  const needed = new Set([workflow.jobs[job]?.needs ?? []].flat());
  for (const each of needed) for (const more of neededBy(each)) needed.add(more);
  return needed;
}

describe('The release workflow', () => {
  it('runs only for a tag of a version', () => {
    assert.deepEqual(workflow.on, { push: { tags: ['v*'] } });
  });

  it('uses no stored secret', () => {
    assert.doesNotMatch(text, /\bsecrets\b/);
  });

  it('gives each job only the permissions it needs', () => {
    assert.deepEqual(workflow.permissions, {});
    const permissions = Object.entries(workflow.jobs).map(([name, job]) => [name, job.permissions]);
    const signsIn = { contents: 'read', 'id-token': 'write' };
    assert.deepEqual(Object.fromEntries(permissions), {
      build: { contents: 'read' },
      test: { contents: 'read' },
      attest: { ...signsIn, attestations: 'write' },
      marketplace: signsIn,
      'open-vsx': signsIn,
      npm: signsIn,
      github: { contents: 'write' },
    });
  });

  it('publishes in the environment "release", after the tests', () => {
    assert.deepEqual(
      publishingJobs().map(([name, { environment }]) => [name, environment]),
      ['marketplace', 'open-vsx', 'npm', 'github'].map((name) => [name, 'release']),
    );
    for (const [name] of publishingJobs())
      for (const earlier of ['build', 'test', 'attest']) assert.ok(neededBy(name).has(earlier), name);
  });

  it('builds once, and gives all other jobs the same files with the checksum from the build', () => {
    assert.ok(build?.steps.some(({ run }) => run?.includes('build:release')));
    for (const [name, job] of Object.entries(others)) {
      const [files] = job.steps.filter(({ uses }) => uses === './.github/actions/release-files');
      assert.match(String(files?.with?.checksum), /^\$\{\{ needs\.build\.outputs\.checksum \}\}$/, name);
      assert.ok([job.needs].flat().includes('build'), name);
      assert.ok(!job.steps.some(({ run }) => run?.includes('build:release')), name);
    }
  });

  it('compares the bytes of a second build before it publishes', () => {
    const tests = workflow.jobs.test?.steps.filter(({ run }) => run === 'npm run test:release') ?? [];
    assert.equal(tests.length, 1);
    assert.ok(tests[0]?.env?.DATASET_STUDIO_RELEASE?.endsWith('/release'));
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.match(scripts['test:release'], / --full$/);
  });

  it('runs no install script in a job that can publish', () => {
    for (const { steps } of publishingJobs().map(([, job]) => job))
      for (const { run = '' } of steps)
        assert.ok(!/\bnpm (ci|install)\b/.test(run) || run.includes('--ignore-scripts'), run);
  });

  it('leaves no credentials in the checkout', () => {
    for (const { steps } of Object.values(workflow.jobs))
      for (const { uses = '', with: inputs } of steps)
        if (uses.startsWith('actions/checkout@')) assert.equal(inputs?.['persist-credentials'], false);
  });

  it('lets no step fail', () => {
    for (const job of Object.values(workflow.jobs))
      for (const part of [job, ...job.steps]) assert.equal(part['continue-on-error'], undefined);
  });
});
