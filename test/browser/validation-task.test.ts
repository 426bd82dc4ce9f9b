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

/**
 * A task that prints lines and validates a folder, again and again until the test writes a file, and once more: VS Code
 * misses what a task prints before it listens.
 */
const repeatedTask = `
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const [cli, end, ...lines] = process.argv.slice(2);
for (let isLast = false; !isLast; ) {
  isLast = existsSync(end);
  for (const line of lines) console.log(line);
  spawnSync(process.execPath, [cli, 'validate', 'datasets'], { stdio: 'inherit' });
}
`;

const cli = join(repositoryFolder, 'dist', 'cli.js');

const tasks = {
  version: '2.0.0',
  // A terminal that is shown late would hide the Problems panel.
  presentation: { reveal: 'never' },
  tasks: [
    {
      label: 'Validate datasets',
      type: 'process',
      command: process.execPath,
      args: ['repeated-task.cjs', cli, 'end-of-test'],
      problemMatcher: '$dataset-studio',
      group: { kind: 'test', isDefault: true },
    },
    {
      label: 'Report another problem of a file, and validate datasets',
      type: 'process',
      command: process.execPath,
      args: [
        'repeated-task.cjs',
        cli,
        'end-of-build',
        'elsewhere/three.dataset.json',
        '  1:1  error  Reported by the task  from-task',
      ],
      problemMatcher: '$dataset-studio',
      group: { kind: 'build', isDefault: true },
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
      ['elsewhere/three.dataset.json', faulty],
      ['repeated-task.cjs', repeatedTask],
    ] as const) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    }
    return { workspace, vsix: vsixPath() };
  });

  /** The rows of the Problems panel for files and their problems. */
  const rows = () => session().workbench.page.locator('.markers-panel .monaco-list-row').allTextContents();

  it('shows the problems of a file that is not open', async () => {
    const { workbench } = session();
    await workbench.runCommand('Tasks: Run Test Task');
    await workbench.page.locator('[id="status.runningTasks"]').waitFor();
    writeFileSync(join(session().workspace, 'end-of-test'), '');
    const problem = await workbench.problem(/This column has no "dataType"/);
    assert.match(problem, /datasetmissing-property\[Ln 1, Col 54\]$/);
    await session().picture('validation-task');
  });

  it('shows each problem once, and keeps those of files that the task did not validate', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Validate All Datasets');
    await workbench.notification(/Dataset files: 3/);
    await workbench.problem(/two\.dataset\.json/);
    const before = await rows();
    assert.equal(before.length, 6, before.join('\n'));
    await workbench.runCommand('Tasks: Run Build Task');
    await workbench.problem(/Reported by the task/);
    writeFileSync(join(session().workspace, 'end-of-build'), '');
    // After the task, VS Code removes the problems of two.dataset.json. When all problems are shown again, that of
    // three.dataset.json replaces the one that the task reported: without it, the end would be the same as the beginning.
    await waitFor(async () => assert.deepEqual(await rows(), before));
  });
});
