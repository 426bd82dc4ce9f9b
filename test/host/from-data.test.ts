import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { TextChecks } from '../../src/app/document-tasks/text-checks.ts';
import type { DataPageContent, FromDataPage, PageTable } from '../../src/data-view/data-messages.ts';
import { checkWorkerStarter } from '../../src/editor/authoring/node/start-check-worker.ts';
import { dataDrop, dropMimeType } from '../../src/editor/from-data/inserting/data-drop.ts';
import { dataPaste, pasteMimeType } from '../../src/editor/from-data/inserting/data-paste.ts';
import type { ReadingChoices } from '../../src/inference/source.ts';
import { Answers, pressButton } from './answers.ts';
import {
  closeEditors,
  eventually,
  openDocument,
  projectFile,
  readText,
  removeIfPresent,
  replaceText,
  writeProjectFile,
} from './authoring/documents.ts';
import { inThreadHost } from './in-thread-host.ts';

type Items = readonly vscode.QuickPickItem[];

const labelled = (label: string) => (items: Items) => items.find((item) => item.label === label);
const all = (items: Items) => items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);

/** Presses the page's button; in YAML, or without some columns. */
const accept =
  ({ format = 'json', without = [] as readonly string[], decimalType = '' } = {}) =>
  (content: DataPageContent): FromDataPage => ({
    kind: 'accept',
    answer: {
      format,
      decimalType: decimalType || (content.decimalTypes[0] ?? ''),
      without: content.tables.flatMap(({ columns }) =>
        columns.flatMap(({ name, key }) => (without.includes(name) ? key : [])),
      ),
    },
  });

/** Reads the data in another way. */
const read =
  (reading: ReadingChoices) =>
  (content: DataPageContent): FromDataPage => ({
    kind: 'read',
    reading,
    isMerged: content.isMerged ?? false,
  });

/** The first answer presses the button, and the second one selects everything. */
function optionsFirst(): (items: Items) => unknown {
  let isFirst = true;
  return (items) => {
    if (!isFirst) return all(items);
    isFirst = false;
    return pressButton;
  };
}

/** A file in the workspace folder. */
function inWorkspace(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
}

/** The document that was created last. */
function created(): vscode.TextDocument {
  const document = vscode.workspace.textDocuments.findLast(({ isUntitled }) => isUntitled);
  assert.ok(document, 'no untitled document is open');
  return document;
}

function untitledText(): string {
  return created().getText();
}

/** VS Code would ask whether to save them. */
async function discardUntitled(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** As VS Code cancels a paste or a drop: anew in each test. */
let cancellation: vscode.CancellationTokenSource;

/** Cancels a paste or a drop as soon as its page shows something, and leaves the page open. */
function cancelOnPage(): FromDataPage {
  cancellation.cancel();
  return { kind: 'ready' };
}

/** As the extension checks documents. Counts its workers. */
function countedChecking() {
  const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
  const script = join(extension?.extensionPath ?? '', 'dist', 'extension', 'check-worker.js');
  const startWorker = checkWorkerStarter(pathToFileURL(script));
  let workers = 0;
  const checks = new TextChecks((events) => {
    workers += 1;
    return startWorker(events);
  });
  const host = inThreadHost(extensionUri());
  const settings = {
    ...host.settings,
    validation: async (resource: vscode.Uri) => ({
      rules: {},
      dataTypes: vscode.workspace.getConfiguration('dataset', resource).get<string[]>('dataTypes', []),
    }),
  };
  return { ...host, settings, checks, workers: () => workers };
}

function extensionUri(): vscode.Uri {
  return (
    vscode.extensions.getExtension('dataset-studio.dataset-studio')?.extensionUri ?? vscode.Uri.file('/')
  );
}

/** A document that takes long to parse. */
const largeYaml = [
  'name: Sales',
  'tables: [',
  ...Array.from(
    { length: 200 },
    (_, index) => `  {name: T${index}, columns: [{name: id, dataType: Int64}]},`,
  ),
  ']',
  '',
].join('\n');

function datasetText(...names: readonly string[]): string {
  const items = names.map((name) => ({ name, dataType: 'Int64' }));
  return JSON.stringify({ name: 'Sales', tables: [{ name: 'orders', columns: items }] }, undefined, 2);
}

/** The data types of a table's columns, by name. */
function columnsIn(text: string, table = 0): Record<string, string> {
  const tables: { columns: { name: string; dataType: string }[] }[] = JSON.parse(text).tables;
  return Object.fromEntries((tables[table]?.columns ?? []).map(({ name, dataType }) => [name, dataType]));
}

describe('From data', function () {
  this.timeout(120_000);
  let folder: string;
  let answers: Answers;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'from-data-'));
    answers = new Answers().pressing();
    cancellation = new vscode.CancellationTokenSource();
  });

  afterEach(async () => {
    answers.restore();
    await discardUntitled();
    await closeEditors();
    await removeIfPresent(projectFile);
    await rm(folder, { recursive: true, force: true });
  });

  async function file(name: string, content: string): Promise<vscode.Uri> {
    await writeFile(join(folder, name), content);
    return vscode.Uri.file(join(folder, name));
  }

  describe('a new dataset', () => {
    it('is an untitled document with the table of a CSV file, and has a report', async () => {
      const csv = await file('orders.csv', 'id,paid\n1,true\nN/A,false\n');
      answers.pressing('Show Report').onDataPage(accept());
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.deepEqual(JSON.parse(untitledText()), {
        name: 'orders',
        tables: [
          {
            name: 'orders',
            columns: [
              { name: 'id', dataType: 'string' },
              { name: 'paid', dataType: 'bool' },
            ],
          },
        ],
      });
      assert.equal(created().languageId, 'dataset-json');
      const report = await eventually(() =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('Report on orders.md')),
      );
      assert.match(report?.getText() ?? '', /\| id \| string \| row 2: `N\/A`/);
    });

    it('is saved under its name in the workspace folder, without a dialog', async () => {
      const csv = await file('parcels.csv', 'id\n1\n');
      answers.onDataPage(accept());
      const saved = inWorkspace('parcels.dataset.json');
      try {
        await vscode.commands.executeCommand('dataset.newFromData', csv);
        assert.equal(created().uri.path, saved.path);
        assert.equal(vscode.window.activeTextEditor?.options.tabSize, 2);
        const text = untitledText();
        assert.ok(await created().save());
        assert.equal(String(await vscode.workspace.fs.readFile(saved)), text);
        const document = await vscode.workspace.openTextDocument(saved);
        assert.equal(document.languageId, 'dataset-json');
      } finally {
        await removeIfPresent(saved);
      }
    });

    it('has a number in its name if a file or another new dataset has that name', async () => {
      const csv = await file('sales.csv', 'id\n1\n');
      answers.onDataPage(accept());
      for (const expected of ['sales-2.dataset.json', 'sales-3.dataset.json']) {
        await vscode.commands.executeCommand('dataset.newFromData', csv);
        assert.equal(created().uri.path, inWorkspace(expected).path);
      }
    });

    it("has its content even if VS Code doesn't change the document that has its name", async () => {
      const csv = await file('orders.csv', 'id\n1\n');
      answers.onDataPage(accept());
      const workspace = vscode.workspace as unknown as Record<string, unknown>;
      const { applyEdit } = vscode.workspace;
      workspace.applyEdit = async () => false;
      try {
        await vscode.commands.executeCommand('dataset.newFromData', csv);
      } finally {
        workspace.applyEdit = applyEdit;
      }
      assert.deepEqual(columnsIn(vscode.window.activeTextEditor?.document.getText() ?? ''), { id: 'Int64' });
    });

    it('is YAML if the user prefers it', async () => {
      const csv = await file('orders.csv', 'id,paid\n1,true\n');
      answers.onDataPage(accept({ format: 'yaml' }));
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.match(untitledText(), /^name: orders\ntables:\n {2}- name: orders\n/);
      assert.equal(created().languageId, 'dataset-yaml');
    });

    it('asks for files without a URI', async () => {
      answers
        .opening(await file('a.csv', 'x\n1\n'), await file('b.tsv', 'y\tz\n1\t2\n'))
        .onDataPage(accept());
      await vscode.commands.executeCommand('dataset.newFromData');
      const { tables } = JSON.parse(untitledText());
      assert.deepEqual(
        tables.map(({ name }: { name: string }) => name),
        ['a', 'b'],
      );
    });

    it('merges the files of a folder that have the same columns', async () => {
      await file('january.csv', 'id,total\n1,2\n');
      await file('february.csv', 'total,id\n2,x\n');
      await file('sales.dataset.json', '{}');
      answers.onDataPage(
        ({ isMerged, reading }) => ({ kind: 'read', reading, isMerged: !isMerged }),
        ({ isMerged, reading }) => ({ kind: 'read', reading, isMerged: !isMerged }),
        accept(),
      );
      await vscode.commands.executeCommand('dataset.newFromData', vscode.Uri.file(folder));
      assert.deepEqual(
        answers.pages.map(({ tables, isMerged }) => [tables.length, isMerged]),
        [
          [1, true],
          [2, false],
          [1, true],
        ],
      );
      assert.equal(JSON.parse(untitledText()).tables.length, 1);
      assert.deepEqual(columnsIn(untitledText()), { id: 'string', total: 'Int64' });
    });

    it('leaves out columns that the user deselects', async () => {
      answers.onDataPage(accept({ without: ['secret'] }));
      await vscode.commands.executeCommand('dataset.newFromData', await file('a.csv', 'id,secret\n1,2\n'));
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64' });
    });

    it('can be read again with another delimiter, header and empty values', async () => {
      const csv = await file('a.csv', 'NA|x;1\n7|y;2\n');
      answers.onDataPage(read({ delimiter: '|', header: false, nulls: ['NA'] }), accept());
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.deepEqual(columnsIn(untitledText()), { Column1: 'Int64', Column2: 'string' });
      // Without fractions, there is no data type to choose.
      assert.deepEqual(answers.pages.at(-1)?.decimalTypes, ['Double']);
    });

    it('asks once for the data type of fractions, and creates a project file for it', async () => {
      const csv = await file('a.csv', 'id,total\n1,2.5\n');
      answers.onDataPage(accept({ decimalType: 'Decimal' }));
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.deepEqual(answers.pages.at(-1)?.decimalTypes, ['Double', 'Decimal', 'Number']);
      const hint = answers.pages.at(-1)?.strings.decimalTypeHint ?? '';
      assert.match(hint, /is added to dataset-studio\.json \(new file\)\.$/);
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64', total: 'Decimal' });
      assert.match(await readText(projectFile), /"dataTypes": \["Decimal"\]/);
      await discardUntitled();
      answers.onDataPage(accept());
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.deepEqual(answers.pages.at(-1)?.decimalTypes, ['Decimal']);
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64', total: 'Decimal' });
    });

    it('is read as the project file says, which the page shows', async () => {
      // Where the dataset will be saved, no data type is declared, also by what a test before has left.
      await writeProjectFile({});
      const reading = { delimiter: ';', decimalComma: true };
      const entry = { files: ['*.csv'], dataset: 'a.dataset.json', reading };
      // Nothing decides about a file outside of the workspace.
      const own = inWorkspace('exports');
      const write = async (name: string, text: string) => {
        const uri = vscode.Uri.joinPath(own, name);
        await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
        return uri;
      };
      try {
        await write('dataset-studio.json', JSON.stringify({ data: [entry] }));
        const csv = await write('export.csv', 'id;price\n1;2,5\n');
        answers.onDataPage(accept());
        await vscode.commands.executeCommand('dataset.newFromData', csv);
        assert.deepEqual(columnsIn(untitledText()), { id: 'Int64', price: 'Double' });
        assert.deepEqual(answers.pages.at(-1)?.reading, reading);
      } finally {
        await vscode.workspace.fs.delete(own, { recursive: true });
      }
    });

    it('is shown on a page first: lines before the table, header, types, the first rows, and notes with buttons', async () => {
      const csv = await file('orders.csv', 'Report of 2024\n\nid,total\n1,2.5\n2,N/A\n3,\n');
      answers.onDataPage(
        ({ tables }) => {
          const note = tables[0]?.notes.find(({ choices }) => choices.length > 0);
          assert.match(note?.text ?? '', /1 column would have a narrower data type/);
          const [choice] = note?.choices ?? [];
          assert.equal(choice?.label, 'Treat N/A as Empty');
          return choice && { kind: 'read', reading: choice.reading, isMerged: false };
        },
        accept({ decimalType: 'Double' }),
      );
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      const [before, after] = answers.pages.map(({ tables }) => tables[0]);
      assert.deepEqual(before?.skipped, [{ label: 'Line 1, skipped', text: 'Report of 2024' }]);
      assert.deepEqual(before?.rows, [
        ['1', '2.5'],
        ['2', 'N/A'],
        ['3', ''],
      ]);
      const types = (table: PageTable | undefined) =>
        table?.columns.map(({ name, dataType }) => [name, dataType]);
      assert.deepEqual(types(before), [
        ['id', 'Int64'],
        ['total', 'string'],
      ]);
      assert.deepEqual(types(after), [
        ['id', 'Int64'],
        ['total', undefined],
      ]);
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64', total: 'Double' });
    });

    it('has a page that shows names and values that could do harm as texts, and not more than can be read', async () => {
      const names = Array.from({ length: 1200 }, (_, index) => `c${index}`);
      names[0] = '<img src=x onerror=alert(1)>\u202e';
      const csv = await file(
        'wide.csv',
        `${names.join(',')}\n${names.map(() => 'x'.repeat(300)).join(',')}\n`,
      );
      answers.onDataPage(() => undefined);
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      const [table] = answers.pages[0]?.tables ?? [];
      assert.equal(table?.columns[0]?.name, '<img src=x onerror=alert(1)>\\u202e');
      assert.equal(table?.columns.length, 1000);
      assert.equal(table?.more, '200 more columns are not shown here.');
      assert.equal(table?.rows[0]?.[0], `${'x'.repeat(100)}…`);
    });

    it("has a page that says why a file can't be read with an option, and offers all options", async () => {
      const csv = await file('a.csv', 'id\n1\n');
      answers.onDataPage(read({ skip: 9 }), read({}), accept());
      await vscode.commands.executeCommand('dataset.newFromData', csv);
      assert.match(
        answers.pages[1]?.problems.join() ?? '',
        /a\.csv: The file is empty, or all of its rows are skipped\./,
      );
      assert.equal(answers.pages[1]?.options.length, 11);
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64' });
    });

    it('is not created if the page is closed', async () => {
      answers.onDataPage(() => undefined);
      await vscode.commands.executeCommand('dataset.newFromData', await file('a.csv', 'id\n1\n'));
      assert.ok(!vscode.workspace.textDocuments.some(({ isUntitled }) => isUntitled));
    });

    it("explains why a file can't be read, on the page if others can", async () => {
      const good = await file('good.csv', 'id\n1\n');
      const bad = await file('bad.csv', '');
      await vscode.commands.executeCommand('dataset.newFromData', bad);
      assert.match(answers.asked.at(-1) ?? '', /bad\.csv: The file is empty, or all of its rows are skipped/);
      answers.onDataPage(accept());
      await vscode.commands.executeCommand('dataset.newFromData', [bad, good]);
      assert.match(
        answers.pages[0]?.problems[0] ?? '',
        /bad\.csv: The file is empty, or all of its rows are skipped/,
      );
      assert.deepEqual(columnsIn(untitledText()), { id: 'Int64' });
    });

    it('can be cancelled in the middle of a large file', async () => {
      const path = join(folder, 'large.csv');
      const handle = await open(path, 'w');
      const rows = 'some text,"a quoted, value",12345.5,2024-01-01\n'.repeat(22_000);
      await handle.write('a,b,c,d\n');
      for (let megabytes = 0; megabytes < 200; megabytes++) await handle.write(rows);
      await handle.close();
      answers.cancelling().onDataPage(accept());
      await vscode.commands.executeCommand('dataset.newFromData', vscode.Uri.file(path));
      assert.ok(!vscode.workspace.textDocuments.some(({ isUntitled }) => isUntitled));
      assert.deepEqual(answers.pages, []);
      assert.deepEqual(answers.asked, []);
    });
  });

  describe('an update of a table', () => {
    const changes = 'Changes from orders.csv';
    let selected: readonly string[];

    beforeEach(() => {
      selected = [];
      answers.choosing({ [changes]: all });
    });

    /** The changes that are offered, after the selected ones were made. */
    const preselected = (_: Items, initial: Items) => {
      selected = initial.map(({ label }) => label);
      return initial;
    };

    it('shows each change in words, and makes those that are selected: at first all but removals', async () => {
      const csv = await file('orders.csv', 'id,total,added\n1,2,true\n2,3.50,true\n');
      const document = await openDocument('.dataset.json', datasetText('id', 'total', 'gone'));
      answers.opening(csv).choosing({
        [changes]: preselected,
        'Data Type for Decimal Numbers': labelled('Double'),
      });
      await vscode.commands.executeCommand('dataset.updateFromData');
      const retyped = 'total: Int64 → Double, because of row 2: 3.50';
      assert.deepEqual(selected, [retyped, 'Add column added (bool)']);
      assert.deepEqual(
        answers.picks.at(-1)?.map(({ label }) => label),
        [retyped, 'Add column added (bool)', 'Remove gone'],
      );
      assert.deepEqual(columnsIn(document.getText()), {
        id: 'Int64',
        total: 'Double',
        gone: 'Int64',
        added: 'bool',
      });
    });

    it('adds, removes and retypes columns of the table at the cursor', async () => {
      const csv = await file('orders.csv', 'id,name,added\n1,x,true\n');
      const document = await openDocument('.dataset.json', datasetText('id', 'name', 'gone'));
      answers.opening(csv);
      await vscode.commands.executeCommand('dataset.updateFromData');
      assert.deepEqual(columnsIn(document.getText()), { id: 'Int64', name: 'string', added: 'bool' });
    });

    it('selects only the change of the column that it is about, says what it changed, and shows it', async () => {
      const csv = await file('orders.csv', 'id,placed,coupon\n1,31.12.,x\n');
      const document = await openDocument('.dataset.json', datasetText('id', 'placed'));
      await document.save();
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(csv));
      answers.choosing({ [changes]: preselected }).pressing('Save');
      const request = { file: csv, table: 0, column: 'Placed' };
      await vscode.commands.executeCommand('dataset.updateFromData', document.uri, request);
      assert.match(selected.join('\n'), /^placed: Int64 → string, .*$/);
      assert.deepEqual(columnsIn(document.getText()), { id: 'Int64', placed: 'string' });
      assert.equal(vscode.window.activeTextEditor?.document, document);
      assert.match(answers.asked.at(-1) ?? '', /was updated: placed: Int64 → string/);
      assert.deepEqual(answers.offered.at(-1), ['Save', 'Show Report']);
      assert.ok(await eventually(() => (document.isDirty ? undefined : true)));
    });

    it('keeps the data type of fractions for the window if the dataset is outside of the workspace', async () => {
      const csv = await file('orders.csv', 'id,total\n1,2.5\n');
      for (const name of ['a', 'b']) {
        const dataset = await file(`${name}.dataset.json`, datasetText('id', 'total'));
        const document = await vscode.workspace.openTextDocument(dataset);
        answers.choosing({
          [changes]: all,
          ...(name === 'a' && { 'Data Type for Decimal Numbers': labelled('Number') }),
        });
        await vscode.commands.executeCommand('dataset.updateFromData', dataset, { file: csv });
        assert.deepEqual(columnsIn(document.getText()), { id: 'Int64', total: 'Number' });
        await document.save();
      }
      await assert.rejects(readText(projectFile));
      await assert.rejects(readText(vscode.Uri.file(join(folder, 'dataset-studio.json'))));
    });

    it('selects no change to string at first', async () => {
      const csv = await file('orders.csv', 'id,total\nx2,2.5\n');
      await openDocument('.dataset.json', datasetText('id', 'total', 'other'));
      answers.choosing({ [changes]: preselected, 'Data Type for Decimal Numbers': labelled('Double') });
      await vscode.commands.executeCommand('dataset.updateFromData', undefined, { file: csv });
      assert.equal(selected.length, 1, String(selected));
      assert.match(selected[0] ?? '', /^total: Int64 → Double/);
    });

    it('changes nothing if no change is selected', async () => {
      const csv = await file('orders.csv', 'id,added\n1,true\n');
      const document = await openDocument('.dataset.json', datasetText('id'));
      const { version } = document;
      for (const answer of [() => [], () => undefined]) {
        answers.choosing({ [changes]: answer });
        await vscode.commands.executeCommand('dataset.updateFromData', document.uri, { file: csv });
        assert.equal(document.version, version);
      }
    });

    it('can read the file again with another delimiter, header and empty values', async () => {
      const csv = await file('orders.csv', 'id|text;1\nNA|y;2\n');
      const document = await openDocument('.dataset.json', datasetText('id'));
      answers
        .choosing({ [changes]: optionsFirst() })
        .onDataPage(read({ delimiter: '|', header: true, nulls: ['NA'] }), accept());
      await vscode.commands.executeCommand('dataset.updateFromData', document.uri, { file: csv });
      assert.deepEqual(columnsIn(document.getText()), { id: 'Int64', 'text;1': 'string' });
    });

    it('changes no other table that has taken the position of the table in the meantime', async () => {
      const csv = await file('orders.csv', 'id,added\n1,true\n');
      const document = await openDocument('.dataset.json', datasetText('id'));
      const other = JSON.stringify({ name: 'Sales', tables: [{ name: 'other', columns: [] }] });
      answers.opening();
      (vscode.window as unknown as Record<string, unknown>).showOpenDialog = async () => {
        await replaceText(document, other);
        return [csv];
      };
      await vscode.commands.executeCommand('dataset.updateFromData', document.uri);
      assert.match(answers.asked.at(-1) ?? '', /has changed in the meantime/);
      assert.equal(document.getText(), other);
    });

    it('changes nothing if the document changes while the changes are chosen', async () => {
      const csv = await file('orders.csv', 'id,added\n1,true\n');
      const document = await openDocument('.dataset.json', datasetText('id'));
      const other = `\n${document.getText()}`;
      const afterTyping = async (items: Items) => {
        await replaceText(document, other);
        return items;
      };
      answers.choosing({ [changes]: afterTyping });
      await vscode.commands.executeCommand('dataset.updateFromData', document.uri, { file: csv });
      assert.match(answers.asked.at(-1) ?? '', /has changed in the meantime/);
      assert.equal(document.getText(), other);
    });

    it('reports that nothing changes', async () => {
      const csv = await file('orders.csv', 'id\n1\n');
      const document = await openDocument('.dataset.json', datasetText('id'));
      await vscode.commands.executeCommand('dataset.updateFromData', document.uri, { file: csv });
      assert.match(answers.asked.at(-1) ?? '', /There is nothing to change/);
      assert.deepEqual(answers.picks, []);
    });

    it('is offered as a refactoring of the table, and by no light bulb', async () => {
      const text = '{ "name": "d", "tables": [{ "name": "t", "columns": [] }] }';
      const document = await openDocument('.dataset.json', text);
      const start = document.positionAt(text.indexOf('"columns"'));
      const updates = async (kind?: vscode.CodeActionKind) => {
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          new vscode.Range(start, start),
          kind?.value,
        );
        return actions.filter(({ command }) => command?.command === 'dataset.updateFromData');
      };
      const [action] =
        (await eventually(async () => {
          const found = await updates(vscode.CodeActionKind.Refactor);
          return found.length > 0 ? found : undefined;
        })) ?? [];
      assert.deepEqual(action?.command?.arguments?.[1], { table: 0 });
      assert.deepEqual(await updates(), []);
    });
  });

  describe('a drop', () => {
    const checking = countedChecking();
    const provider = dataDrop(checking);

    after(() => checking.checks.dispose());

    beforeEach(() => {
      answers.onDataPage(accept());
    });

    async function drop(document: vscode.TextDocument, at: string, ...files: readonly vscode.Uri[]) {
      const transfer = new vscode.DataTransfer();
      const list = files.map(String).join('\r\n');
      transfer.set(dropMimeType, new vscode.DataTransferItem(list));
      const position = document.positionAt(document.getText().indexOf(at) + at.length);
      return provider.provideDocumentDropEdits(document, position, transfer, cancellation.token);
    }

    it('of data files inserts their tables after the one at the cursor', async () => {
      const document = await openDocument('.dataset.json', datasetText('id'));
      const files = [await file('a.csv', 'x\ntrue\n'), await file('b.csv', 'y\n1\n')];
      const edits = await drop(document, '"id"', ...files);
      assert.equal(edits?.length, 1);
      await vscode.workspace.applyEdit(edits?.[0]?.additionalEdit ?? new vscode.WorkspaceEdit());
      assert.deepEqual(columnsIn(document.getText(), 1), { x: 'bool' });
      assert.deepEqual(columnsIn(document.getText(), 2), { y: 'Int64' });
    });

    it('between columns inserts columns, or else a table', async () => {
      const document = await openDocument('.dataset.json', datasetText('id'));
      const edits = await drop(document, '"columns": [', await file('a.csv', 'x\ntrue\n'));
      assert.deepEqual(
        edits?.map(({ title }) => title),
        ['Insert columns from a.csv', 'Insert table from a.csv'],
      );
      await vscode.workspace.applyEdit(edits?.[0]?.additionalEdit ?? new vscode.WorkspaceEdit());
      assert.deepEqual(columnsIn(document.getText()), { x: 'bool', id: 'Int64' });
    });

    it('inserts neither data nor a path if the user cancels', async () => {
      const document = await openDocument('.dataset.json', datasetText('id'));
      answers.onDataPage(() => undefined);
      const edits = await drop(document, '"columns": [', await file('a.csv', 'x\ntrue\n'));
      assert.equal(edits?.length, 1);
      assert.equal(edits?.[0]?.insertText, '');
      assert.equal(edits?.[0]?.additionalEdit, undefined);
    });

    it('closes its page and inserts nothing if VS Code cancels it', async () => {
      const document = await openDocument('.dataset.json', datasetText('id'));
      answers.onDataPage(cancelOnPage);
      const edits = await drop(document, '"columns": [', await file('a.csv', 'x\ntrue\n'));
      assert.equal(edits?.[0]?.additionalEdit, undefined);
    });

    it('into a large document is prepared in a worker, so that VS Code stays responsive', async () => {
      const document = await openDocument('.dataset.yaml', largeYaml);
      const before = checking.workers();
      const edits = await drop(document, 'T0, columns: [', await file('a.csv', 'x\ntrue\n'));
      assert.equal(edits?.length, 2);
      await vscode.workspace.applyEdit(edits?.[1]?.additionalEdit ?? new vscode.WorkspaceEdit());
      assert.match(document.lineAt(3).text, /name: a, columns: .*name: x, dataType: bool/);
      assert.equal(checking.workers(), before + 1);
    });

    it('of other files is left to VS Code', async () => {
      const document = await openDocument('.dataset.json', datasetText('id'));
      assert.equal(await drop(document, '"id"', await file('a.png', 'x')), undefined);
    });
  });

  describe('a paste', () => {
    const checking = countedChecking();
    const provider = dataPaste(checking);

    after(() => checking.checks.dispose());

    /**
     * The text after the edit for a paste (the first one, or the one with a title), or `undefined` if there is none. The
     * browser tests press Ctrl+V.
     */
    async function paste(text: string, at: string, title?: string): Promise<string | undefined> {
      return pasteInto(await openDocument('.dataset.json', datasetText('id')), text, at, title);
    }

    async function pasteInto(
      document: vscode.TextDocument,
      text: string,
      at: string,
      title?: string,
    ): Promise<string | undefined> {
      const position = document.positionAt(document.getText().indexOf(at) + at.length);
      const transfer = new vscode.DataTransfer();
      transfer.set(pasteMimeType, new vscode.DataTransferItem(text));
      const ranges = [new vscode.Range(position, position)];
      const { token } = cancellation;
      const context = { only: undefined, triggerKind: vscode.DocumentPasteTriggerKind.Automatic };
      const edits = await provider.provideDocumentPasteEdits(document, ranges, transfer, context, token);
      const edit = edits?.find((each) => title === undefined || each.title === title);
      const { additionalEdit } = edit ? await provider.resolveDocumentPasteEdit(edit, token) : {};
      if (additionalEdit === undefined) return undefined;
      await vscode.workspace.applyEdit(additionalEdit);
      return document.getText();
    }

    it('of cells in "columns" inserts columns', async () => {
      const text = await paste('day\tcount\r\n2024-01-31\t5\r\n', '"columns": [');
      assert.deepEqual(columnsIn(text ?? ''), { day: 'DateTime', count: 'Int64', id: 'Int64' });
    });

    it('of delimited text in "tables" inserts a table', async () => {
      const text = await paste('a;b\n1;x\n', '"tables": [');
      assert.deepEqual(columnsIn(text ?? ''), { a: 'Int64', b: 'string' });
      assert.deepEqual(columnsIn(text ?? '', 1), { id: 'Int64' });
    });

    it('of SQL with one table inserts that, also in "columns", where its columns can be chosen', async () => {
      const sql = 'CREATE TABLE a (x int, y date);';
      const text = await paste(sql, '"columns": [');
      assert.deepEqual(columnsIn(text ?? ''), { id: 'Int64' });
      assert.deepEqual(columnsIn(text ?? '', 1), { x: 'Int64', y: 'DateTime' });
      const columns = await paste(sql, '"columns": [', 'Insert as columns');
      assert.deepEqual(columnsIn(columns ?? ''), { x: 'Int64', y: 'DateTime', id: 'Int64' });
    });

    it('of SQL inserts all of its tables, and says what it left out', async () => {
      answers.pressing();
      const sql = 'CREATE TABLE a (x int); CREATE TABLE b (y date);\nCREATE VIEW v AS SELECT 1;';
      const text = await paste(sql, '"columns": [');
      assert.deepEqual(columnsIn(text ?? '', 1), { x: 'Int64' });
      assert.deepEqual(columnsIn(text ?? '', 2), { y: 'DateTime' });
      assert.deepEqual(answers.asked, ["Skipped, because this can't be read: view: 1 (v).\n"]);
    });

    it('asks how to read the text if the user selects that', async () => {
      answers.onDataPage(read({ delimiter: ';', header: false, nulls: ['-'] }), accept());
      const text = await paste('-;b\n1;x\n', '"columns": [', 'Options for Reading…');
      assert.deepEqual(columnsIn(text ?? ''), { Column1: 'Int64', Column2: 'string', id: 'Int64' });
    });

    it('closes its page and inserts nothing if VS Code cancels it', async () => {
      answers.onDataPage(cancelOnPage);
      assert.equal(await paste('a;b\n1;x\n', '"columns": [', 'Options for Reading…'), undefined);
    });

    it('into a large document is prepared in a worker, so that VS Code stays responsive', async () => {
      const document = await openDocument('.dataset.yaml', largeYaml);
      const before = checking.workers();
      const text = await pasteInto(document, 'a;b\n1;x\n', 'T0, columns: [');
      assert.match(text ?? '', /T0, columns: \[.*name: b, dataType: string.*name: id/);
      assert.equal(checking.workers(), before + 1);
    });

    it('in a column, or of a part of a dataset, is left to VS Code', async () => {
      assert.equal(await paste('a;b\n1;x\n', '"id"'), undefined);
      assert.equal(await paste('{ "name": "a", "dataType": "bool" },\n', '"columns": ['), undefined);
    });
  });
});
