import assert from 'node:assert/strict';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { DesignerPage } from '../workbench/pages/designer-page.ts';
import type { Session } from '../workbench/session.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { step } from './step.ts';

/** A dataset with two problems, until a project file allows its data type and property. */
const sales = {
  name: 'Sales',
  tables: [
    {
      name: 'Orders',
      columns: [
        { name: 'order_id', dataType: 'Int64' },
        { name: 'Total', dataType: 'Decimal', formatString: '0.00' },
      ],
    },
  ],
};

/** A dataset with one problem: a column has no data type. */
const faulty = '{ "name": "n", "tables": [{ "name": "t", "columns": [{ "name": "c" }] }] }\n';

/**
 * A task that prints lines and validates a folder, again and again until the test writes a file, and once more: VS Code
 * misses what a task prints before it listens. While a task runs, VS Code shows the problems of a file when the next file
 * has some.
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

/** Puts the files that the tests need into a workspace. */
export function writeTeamFiles(workspace: string): void {
  for (const [path, content] of [
    ['.vscode/tasks.json', JSON.stringify(tasks)],
    ['datasets/four.dataset.json', faulty],
    ['datasets/one.dataset.json', faulty],
    ['elsewhere/two.dataset.json', faulty],
    ['elsewhere/three.dataset.json', faulty],
    ['repeated-task.cjs', repeatedTask],
  ] as const) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
}

/** What a team shares, in a window with `writeTeamFiles`. Only a window runs tasks, shows their problems, and has a designer. */
export function teamTests(session: () => Session): void {
  before('close the editors, and remove the other datasets', async () => {
    const { workbench, workspace } = session();
    await workbench.runCommand('File: Save All');
    await workbench.runCommand('View: Close All Editors');
    for (const file of globSync(join(workspace, '*.dataset.*'))) rmSync(file);
  });

  describe('a task with the problem matcher $dataset-studio', () => {
    /** The rows of the Problems panel for files and their problems. */
    const rows = () => session().workbench.page.locator('.markers-panel .monaco-list-row').allTextContents();

    it('shows the problems of a file that is not open', async () => {
      const { workbench } = session();
      // VS Code runs no task, and says nothing, until it knows what its server can run.
      await workbench.until(workbench.page.locator('[id="status.runningTasks"]'), () =>
        workbench.runCommand('Tasks: Run Test Task'),
      );
      const problem = await workbench.problem(/This column has no "dataType"/);
      writeFileSync(join(session().workspace, 'end-of-test'), '');
      assert.match(problem, /datasetmissing-property\[Ln 1, Col 54\]$/);
      await session().picture('validation-task');
    });

    it('shows each problem once, and keeps those of files that the task did not validate', async () => {
      const { workbench } = session();
      await workbench.runCommand('Dataset: Validate All Datasets');
      await workbench.notification(/Dataset files: 4/);
      await workbench.problem(/two\.dataset\.json/);
      const before = await rows();
      assert.equal(before.length, 8, before.join('\n'));
      await workbench.runCommand('Tasks: Run Build Task');
      await workbench.problem(/Reported by the task/);
      writeFileSync(join(session().workspace, 'end-of-build'), '');
      // After the task, VS Code removes the problems of two.dataset.json. When all problems are shown again, that of
      // three.dataset.json replaces the one that the task reported: without it, the end would be the same as the beginning.
      await waitFor(async () => assert.deepEqual(await rows(), before));
    });
  });

  describe('the project file', () => {
    it('is one story: created with what the dataset files use in comments, it gets a naming rule, whose fix the designer offers, and excludes the file', async () => {
      await step('is created with what the dataset files use', async () => {
        const { workbench, workspace } = session();
        await writeFile(join(workspace, 'sales.dataset.json'), `${JSON.stringify(sales, null, 2)}\n`);
        await workbench.openFile('sales.dataset.json');
        await workbench.problem(/Decimal/);
        await workbench.runCommand('Dataset: Create Project File');
        await workbench.activeTab(/^dataset-studio\.json/);
        const path = join(workspace, 'dataset-studio.json');
        const text = await readFile(path, 'utf8');
        assert.match(text, /"dataTypes": \[\n *\/\/ "Decimal",\n *\]/);
        assert.match(text, /"column": \[\n *\/\/ "formatString",\n *\]/);
        await session().picture('project-file');
        await writeFile(path, text.replace(/\/\/ (?=".*",$)/gm, ''));
        await workbench.openFile('sales.dataset.json');
        const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: /Decimal/ });
        await problem.waitFor({ state: 'hidden' });
      });

      await step('has a naming rule whose fix the designer offers', async () => {
        const { workbench, workspace } = session();
        const path = join(workspace, 'dataset-studio.json');
        const text = await readFile(path, 'utf8');
        await writeFile(
          path,
          text.replace('"names": {}', '"names": { "column": { "style": "PascalCase" } }'),
        );
        await workbench.problem(/order_id/);
        await workbench.runCommand('Dataset: Open Designer');
        const designer = new DesignerPage(workbench.page);
        await designer.open();
        await designer.item(/^order_id, Int64, 1 problem/).waitFor();
        await designer.focus();
        await workbench.press('F8');
        await designer.active(/^order_id, Int64, 1 problem/);
        await workbench.press('Control+.');
        await designer.view.getByRole('button', { name: 'Rename to "OrderId"' }).waitFor();
        await session().picture('project-file-fix');
        await workbench.press('Enter');
        await designer.active(/^OrderId, Int64$/);
        await session().picture('project-file-fixed');
        await workbench.press('Control+s');
        await waitFor(async () => {
          assert.match(await readFile(join(workspace, 'sales.dataset.json'), 'utf8'), /"name": "OrderId"/);
        });
      });

      await step('takes the buttons in the title from a file that it excludes', async () => {
        const { workbench, workspace } = session();
        const path = join(workspace, 'dataset-studio.json');
        const button = workbench.page
          .locator('.editor-actions')
          .getByRole('button', { name: /^Create Dataset/ });
        await workbench.openFile('sales.dataset.json');
        await button.first().waitFor();
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('"exclude": []', '"exclude": ["sales.*"]'));
        await workbench.codeLenses(/Excluded by dataset-studio\.json/);
        await waitFor(async () => {
          assert.equal(await button.count(), 0);
        });
        await session().picture('project-file-excluded');
      });
    });
  });
}
