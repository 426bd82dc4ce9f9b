import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { DataChecks } from '../../src/editor/from-data/checking/data-checks.ts';
import { ReadOnlyDocuments } from '../../src/editor/studio/read-only-documents.ts';
import { workspaceFiles } from '../../src/editor/studio/stored-files.ts';
import { entryDataset, entryRows } from '../unit/project/entry-rows.ts';
import { Answers } from './answers.ts';
import { closeEditors, eventually, openDocument } from './authoring/documents.ts';
import { inThreadHost } from './in-thread-host.ts';

const dataset = (table: string) =>
  JSON.stringify(
    {
      name: 'Sales',
      tables: [
        {
          name: table,
          columns: [
            { name: 'id', dataType: 'Int64' },
            { name: 'price', dataType: 'Double' },
          ],
        },
      ],
    },
    null,
    2,
  );

describe('Check Data File…', function () {
  this.timeout(30_000);
  let answers: Answers;
  const files: vscode.Uri[] = [];

  beforeEach(() => {
    answers = new Answers().pressing();
  });
  afterEach(async () => {
    answers.restore();
    await vscode.commands.executeCommand('dataset.clearDataProblems');
    await closeEditors();
    for (const uri of files.splice(0)) await vscode.workspace.fs.delete(uri);
  });

  async function file(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, `${randomUUID()}-${name}`);
    await vscode.workspace.fs.writeFile(
      uri,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
    files.push(uri);
    return uri;
  }

  const problems = (uri: vscode.Uri) =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'dataset')
      .map(({ code, range: { start, end } }) => [
        typeof code === 'object' ? code.value : code,
        start.line,
        start.character,
        end.character,
      ]);

  /** Waits until the problems of a file are these. */
  const eventualProblems = async (uri: vscode.Uri, expected: readonly unknown[]) => {
    await eventually(() => (JSON.stringify(problems(uri)) === JSON.stringify(expected) ? true : undefined));
    assert.deepEqual(problems(uri), expected);
  };

  it('shows what does not fit at the cells, until the problems are cleared', async () => {
    const csv = await file('orders.csv', 'id,price,more\n1,2,3\nx,1.5,3\n4,n/a,3\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), [
      ['unfit-value', 2, 0, 1],
      ['unfit-value', 3, 2, 5],
      ['extra-column', 0, 9, 13],
    ]);
    const [first] = vscode.languages.getDiagnostics(csv);
    assert.match(JSON.stringify(first?.code), /docs\/check\.md/);
    await vscode.workspace.fs.writeFile(csv, new TextEncoder().encode('id,price\n1,2\n'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), []);
  });

  it('keeps the problems of other files, until they are checked again, deleted, or cleared', async () => {
    const [jan, feb, mar] = await Promise.all([
      file('jan.csv', 'id,price\n1,oops\n'),
      file('feb.csv', 'id,price\n1,2\n'),
      file('mar.csv', 'id,price\nx,2\n'),
    ]);
    const uri = await file('orders.dataset.json', dataset('Orders'));
    const check = async (csv: vscode.Uri) => {
      answers.opening(csv);
      await vscode.commands.executeCommand('dataset.checkData', uri);
    };
    for (const csv of [jan, feb, mar]) await check(csv);
    assert.deepEqual([jan, feb, mar].map(problems), [
      [['unfit-value', 1, 2, 6]],
      [],
      [['unfit-value', 1, 0, 1]],
    ]);
    // A file that isn't the last one is followed, too.
    await vscode.workspace.fs.writeFile(jan, new TextEncoder().encode('id,price\n1,5\n2,no\n'));
    await eventualProblems(jan, [['unfit-value', 2, 2, 4]]);
    await eventualProblems(mar, [['unfit-value', 1, 0, 1]]);
    // So is the dataset, for all of them.
    await vscode.workspace.fs.writeFile(
      uri,
      new TextEncoder().encode(dataset('Orders').replace('Double', 'string')),
    );
    await eventualProblems(jan, []);
    await eventualProblems(mar, [['unfit-value', 1, 0, 1]]);
    await vscode.workspace.fs.delete(mar);
    files.splice(files.indexOf(mar), 1);
    await eventualProblems(mar, []);
  });

  it('marks what a schema declares in its text', async () => {
    const sql = await file(
      'drift.sql',
      'CREATE TABLE orders (\n  id INT,\n  price DOUBLE PRECISION,\n  extra JSONB\n);\n',
    );
    const { uri } = await openDocument('.dataset.json', dataset('orders'));
    answers.opening(sql);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(sql), [['extra-column', 3, 2, 7]]);
    const reports = vscode.workspace.textDocuments.filter(({ uri: { path } }) => path.includes('Check of'));
    assert.equal(reports.length, 0);
  });

  it('fits in spite of warnings, and says how many', async () => {
    const csv = await file('orders.csv', 'A report\nid,price\n1,2\n3,4\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(
      problems(csv).map(([code, line]) => [code, line]),
      [['skipped-data', 0]],
    );
    assert.match(answers.asked.at(-1) ?? '', /The data fits .*, with 1 warning\./);
  });

  it('offers the update of the table, and to clear the problems, at each problem', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri, { table: 0 });
    const range = new vscode.Range(1, 0, 1, 0);
    const fixes = await eventually(async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        csv,
        range,
      );
      return actions.length === 4 ? actions : undefined;
    });
    assert.deepEqual(
      fixes?.map(({ command }) => command?.command),
      [
        'dataset.updateFromData',
        '_dataset.readDataAgain',
        '_dataset.checkDataAgain',
        'dataset.clearDataProblems',
      ],
    );
    const { arguments: [target, request] = [] } = fixes?.[0]?.command ?? {};
    assert.equal(String(target), String(uri));
    assert.deepEqual([request.table, request.column, String(request.file)], [0, 'id', String(csv)]);
    answers.onDataPage(
      () => ({ kind: 'read', reading: { nulls: ['x'] }, isMerged: false }),
      () => ({ kind: 'accept', answer: { format: undefined, decimalType: 'Double', without: [] } }),
    );
    await vscode.commands.executeCommand('_dataset.readDataAgain');
    assert.deepEqual(problems(csv), []);
    await vscode.commands.executeCommand('dataset.clearDataProblems');
    assert.deepEqual(problems(csv), []);
  });

  it('is repeated when the data or the dataset changes on the disk, until everything fits', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n2.5,2\n');
    const uri = await file('orders.dataset.json', dataset('Orders'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), [['unfit-value', 1, 0, 1]]);
    assert.deepEqual(answers.offered.at(-1)?.slice(0, 2), ['Show Problems', 'Update Table…']);
    const write = (target: vscode.Uri, text: string) =>
      vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await write(csv, 'id,price\n1,1.5\n2.5,2\n');
    await eventualProblems(csv, [['unfit-value', 2, 0, 3]]);
    await write(uri, '{"name":');
    await write(uri, dataset('Orders').replace('Int64', 'Double'));
    assert.ok(
      await eventually(() =>
        answers.asked.find((each) => /The data fits .*orders\.dataset\.json/.test(each)),
      ),
    );
    assert.deepEqual(problems(csv), []);
  });

  for (const { title, entry, file: name, data, found } of entryRows)
    if (found !== undefined)
      it(`checks a file as its entry says, without a question: ${title}`, async () => {
        const [root] = vscode.workspace.workspaceFolders ?? [];
        assert.ok(root);
        const folder = vscode.Uri.joinPath(root.uri, randomUUID());
        const write = (path: string, content: Uint8Array) =>
          vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), content);
        await write('sales.dataset.json', Buffer.from(entryDataset));
        await write('other.dataset.json', Buffer.from(entryDataset));
        await write('dataset-studio.json', Buffer.from(JSON.stringify({ data: [entry] })));
        await write(name, Buffer.from(data, 'latin1'));
        const uri = vscode.Uri.joinPath(folder, name);
        try {
          await vscode.commands.executeCommand('dataset.checkData', uri);
          const severities = ['error', 'warning', 'note'];
          const shown = vscode.languages.getDiagnostics(uri).map(({ code, severity }) => {
            const value = typeof code === 'object' ? code.value : code;
            return `${value} ${severities[severity]}`;
          });
          const expected = found.map((each) => each.replace(/ .* /, ' '));
          assert.deepEqual(shown.sort(), expected.sort());
        } finally {
          await vscode.workspace.fs.delete(folder, { recursive: true });
        }
      });

  /** Checks that count how often they read data, by another clock. */
  function countingChecks(uri: vscode.Uri, now: () => number, hold = async () => {}) {
    const host = inThreadHost(uri);
    const documents = new ReadOnlyDocuments();
    const counted = { reads: 0 };
    const read = async (...args: Parameters<typeof host.read>) => {
      counted.reads++;
      const result = await host.read(...args);
      await hold();
      return result;
    };
    const checks = new DataChecks({ ...host, documents, files: workspaceFiles, read }, now);
    return { counted, checks, dispose: () => vscode.Disposable.from(checks, documents).dispose() };
  }

  it('says once that everything fits, until something does not', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n');
    const uri = await file('orders.dataset.json', dataset('Orders'));
    const { checks, counted, dispose } = countingChecks(uri, () => 0);
    const fitting = () => answers.asked.filter((message) => message.startsWith('The data fits'));
    const write = (text: string) => vscode.workspace.fs.writeFile(csv, new TextEncoder().encode(text));
    try {
      await checks.check(uri, [csv], undefined);
      await write('id,price\n1,1.5\n');
      await eventually(() => fitting()[0]);
      const { reads } = counted;
      await write('id,price\n2,2.5\n');
      await eventually(() => (counted.reads > reads ? true : undefined));
      await write('id,price\n2,z\n');
      await eventualProblems(csv, [['unfit-value', 1, 0, 3]]);
      assert.equal(fitting().length, 1);
    } finally {
      dispose();
    }
  });

  it('is not repeated by itself if it took 2 seconds: a notification offers Check Again', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n2.5,2\n');
    const uri = await file('orders.dataset.json', dataset('Orders'));
    let time = 0;
    const now = () => {
      time += 2000;
      return time;
    };
    const { checks, counted, dispose } = countingChecks(uri, now);
    try {
      await checks.check(uri, [csv], undefined);
      assert.deepEqual([problems(csv).length, counted.reads], [1, 1]);
      const write = (text: string) => vscode.workspace.fs.writeFile(csv, new TextEncoder().encode(text));
      const offer = () =>
        answers.asked.findLast((message) => message.includes('changed since it was checked'));
      await write('id,price\nx,1.5\n3,2\n');
      await eventually(offer);
      assert.match(offer() ?? '', /orders\.csv or its dataset has changed/);
      assert.deepEqual([answers.offered.at(-1), problems(csv), counted.reads], [['Check Again'], [], 1]);
      answers.pressing('Check Again');
      await write('id,price\n1,1.5\n');
      await eventually(() => answers.asked.find((message) => message.startsWith('The data fits')));
      assert.deepEqual([problems(csv), counted.reads], [[], 2]);
    } finally {
      dispose();
    }
  });

  it('has no problems while the file has unsaved changes, and is repeated when it is saved', async () => {
    const csv = await file('orders.csv', 'id,price\n1,a\nx,1.5\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    const before = [
      ['unfit-value', 2, 0, 1],
      ['unfit-value', 1, 2, 3],
    ];
    assert.deepEqual(problems(csv), before);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(csv, new vscode.Position(1, 0), '0,0\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.deepEqual(problems(csv), []);
    await (await vscode.workspace.openTextDocument(csv)).save();
    await eventualProblems(
      csv,
      before.map(([code, line, ...columns]) => [code, Number(line) + 1, ...columns]),
    );
  });

  it('shows the result of the last one, whichever ends last', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n');
    const uri = await file('orders.dataset.json', dataset('Orders'));
    const held: (() => void)[] = [];
    const { checks, dispose } = countingChecks(
      uri,
      () => 0,
      () => new Promise((go) => held.push(go)),
    );
    try {
      const first = checks.check(uri, [csv], undefined);
      await eventually(() => held[0]);
      const second = checks.check(uri, [csv], undefined, { nulls: ['x'] });
      (await eventually(() => held[1]))?.();
      await second;
      held[0]?.();
      await first;
      assert.deepEqual(problems(csv), []);
    } finally {
      dispose();
    }
  });

  it('offers the dataset of the last check first, then the one that has the name of the file', async () => {
    const csv = await file('orders.csv', 'id,price\n1,1.5\n');
    const other = await file('a.dataset.json', dataset('A'));
    const named = csv.with({ path: csv.path.replace('.csv', '.dataset.json') });
    await vscode.workspace.fs.writeFile(named, new TextEncoder().encode(dataset('B')));
    files.push(named);
    const first = () => (answers.picks.at(-1)?.[0] as { readonly uri?: vscode.Uri } | undefined)?.uri;
    answers.picking(vscode.workspace.asRelativePath(other));
    await vscode.commands.executeCommand('dataset.checkData', csv);
    assert.equal(String(first()), String(named));
    await vscode.commands.executeCommand('dataset.checkData', csv);
    assert.equal(String(first()), String(other));
  });

  it('takes the data file in the active editor, but no settings, and asks where there is none', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    let dialogs = 0;
    answers.opening();
    const window = vscode.window as unknown as Record<string, unknown>;
    window.showOpenDialog = async () => void dialogs++;
    window.showQuickPick = async (items: { readonly uri: vscode.Uri }[]) =>
      items.find((item) => String(item.uri) === String(uri));
    const check = async (document: vscode.Uri) => {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(document));
      await vscode.commands.executeCommand('dataset.checkData');
    };
    await check(csv);
    assert.deepEqual([problems(csv), dialogs], [[['unfit-value', 1, 0, 1]], 0]);
    await check(uri);
    assert.equal(dialogs, 1);
    const settings = await file('settings.json', '{ "a": 1 } // c');
    await vscode.languages.setTextDocumentLanguage(
      await vscode.workspace.openTextDocument(settings),
      'jsonc',
    );
    await check(settings);
    await check(await file('notes.md', 'a,b'));
    assert.equal(dialogs, 3);
  });

  it('reports what is in a file that is no text in a document', async () => {
    const compressed = await file('orders.csv.gz', gzipSync('id,price\nx,1.5\n'));
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers.opening(compressed);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(compressed), []);
    const report = await eventually(() =>
      vscode.workspace.textDocuments.find(({ uri: { path } }) => /Check of .*\.md$/.test(path)),
    );
    assert.match(
      report?.getText() ?? '',
      /orders\.csv\.gz.*\| Column id has the data type .*Int64.* which the value in row 1 doesn't fit: x/,
    );
  });

  it('reads the data with other options if the user selects that, and again at the next check and an update', async () => {
    const csv = await file('orders.csv', 'id,price\n1,-\nx,1.5\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    const noDash = { nulls: ['-'] };
    let isFirst = true;
    answers
      .opening(csv)
      .pressing('Options for Reading…')
      .onDataPage(
        () => {
          if (!isFirst) return undefined;
          isFirst = false;
          return { kind: 'read', reading: noDash, isMerged: false };
        },
        () => ({ kind: 'accept', answer: { format: undefined, decimalType: 'Double', without: [] } }),
      );
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), [['unfit-value', 2, 0, 1]]);
    assert.match(answers.asked[0] ?? '', /2 problems/);
    assert.match(answers.asked[1] ?? '', /1 problem/);
    assert.match(answers.pages[0]?.title ?? '', /Options for Reading .*orders\.csv/);
    assert.deepEqual(
      answers.pages.map(({ reading }) => reading),
      [{}, noDash, noDash],
    );
    answers.pressing();
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), [['unfit-value', 2, 0, 1]]);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      csv,
      new vscode.Range(2, 0, 2, 0),
    );
    const update = fixes.find(({ command }) => command?.command === 'dataset.updateFromData');
    assert.deepEqual(update?.command?.arguments?.[1].reading, noDash);
  });

  it('offers all options for reading where nothing can be read', async () => {
    const csv = await file('orders.csv', 'id,price\n1,"2\n');
    const { uri } = await openDocument('.dataset.json', dataset('Orders'));
    answers
      .opening(csv)
      .pressing('Options for Reading…')
      .onDataPage(() => undefined);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.match(answers.pages[0]?.problems[0] ?? '', /orders\.csv: A quote in row 1 is never closed/);
    assert.equal(answers.pages[0]?.options.length, 11);
  });

  it('checks nothing against a dataset with errors', async () => {
    const csv = await file('orders.csv', 'id,price\nx,1.5\n');
    const { uri } = await openDocument('.dataset.json', '{"name":"Sales"}');
    answers.opening(csv);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(csv), []);
    assert.match(answers.asked.join(), /has errors/);
  });
});
