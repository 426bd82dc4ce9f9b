import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readWorkflow, workflowFiles } from './workflow-files.ts';

describe('.nvmrc', () => {
  it('names the Node.js that npm ci installs for the scripts, for developers and all workflows', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.equal(readFileSync('.nvmrc', 'utf8').trim(), devDependencies.node.split('.')[0]);
    for (const path of workflowFiles)
      assert.doesNotMatch(readFileSync(path, 'utf8'), /node-version: /, `${path}: use node-version-file.`);
  });
});

describe('The CI workflow', () => {
  const { jobs } = readWorkflow('ci.yml');

  /** The systems on which a job runs a command that matches. */
  function systemsOf(command: RegExp): string[] {
    return Object.values(jobs)
      .filter(({ steps }) => steps.some(({ run }) => command.test(run ?? '')))
      .flatMap((job) => job.strategy?.matrix.os ?? [job['runs-on']])
      .sort();
  }

  it('runs the unit tests and VS Code on Linux, macOS and Windows', () => {
    const all = ['macos-latest', 'ubuntu-latest', 'windows-latest'];
    assert.deepEqual(systemsOf(/^\.ci\/run$|^npm test .*\bunit\b/), all);
    assert.deepEqual(systemsOf(/npm run test:desktop$/), all);
  });

  it('lets no job fail', () => {
    const { required, ...others } = jobs;
    assert.deepEqual([required?.needs ?? []].flat().sort(), Object.keys(others).sort());
    for (const job of Object.values(jobs))
      for (const part of [job, ...job.steps]) assert.equal(part['continue-on-error'], undefined);
  });
});
