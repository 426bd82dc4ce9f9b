import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { inWorkbench } from './in-workbench.ts';

/** A dataset with one problem: a column has no data type. */
const faulty = '{ "name": "n", "tables": [{ "name": "t", "columns": [{ "name": "c" }] }] }\n';

const tasks = {
  version: '2.0.0',
  tasks: [
    {
      label: 'Validate datasets',
      type: 'process',
      command: process.execPath,
      args: [join(repositoryFolder, 'dist', 'cli.js'), 'validate', 'datasets'],
      problemMatcher: '$dataset-studio',
      group: { kind: 'test', isDefault: true },
    },
  ],
};

describe('A task with the problem matcher $dataset-studio', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-task-'));
  after(() => rmSync(workspace, { recursive: true, force: true }));
  const session = inWorkbench(() => {
    for (const [path, content] of [
      ['.vscode/tasks.json', JSON.stringify(tasks)],
      ['datasets/one.dataset.json', faulty],
      ['elsewhere/two.dataset.json', faulty],
    ] as const) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    }
    return { workspace, vsix: vsixPath() };
  });

  /** The rows of the Problems panel for files and their problems. */
  const rows = () => session().workbench.page.locator('.markers-panel .monaco-list-row').allTextContents();

  async function runTask(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('Tasks: Run Test Task');
    await workbench.page.locator('.terminal-wrapper').first().waitFor();
  }

  it('shows the problems of a file that is not open', async () => {
    await runTask();
    const problem = await session().workbench.problem(/This column has no "dataType"/);
    assert.match(problem, /datasetmissing-property\[Ln 1, Col 54\]$/);
    await session().screenshot('validation-task');
  });

  it('shows each problem once, and keeps those of files that the task did not validate', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Validate All Datasets');
    await workbench.notification(/Dataset files: 2/);
    await workbench.problem(/two\.dataset\.json/);
    const before = await rows();
    assert.equal(before.length, 4, before.join('\n'));
    await runTask();
    // The problems are removed and shown again within a second after the task, so there is nothing to wait for.
    await workbench.page.waitForTimeout(4000);
    await workbench.problem(/one\.dataset\.json/);
    await waitFor(async () => assert.deepEqual(await rows(), before));
  });
});
