import assert from 'node:assert/strict';
import { type CheckTask, maxProblems } from '../../../src/app/document-tasks/check-requests.ts';
import { CheckThread } from '../../../src/app/document-tasks/check-thread.ts';
import { validateText } from '../../../src/dataset/document.ts';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { rename } from '../../../src/dataset/edits/operation.ts';
import { safeFixes } from '../../../src/dataset/fixes/fix-all.ts';
import { type QuickFix, quickFixesFor } from '../../../src/dataset/fixes/quick-fixes.ts';
import { completion } from '../../../src/dataset/language/completion-items.ts';
import { formatJson } from '../../../src/dataset/language/formatting.ts';
import { hover } from '../../../src/dataset/language/hover.ts';
import { listPlace, tableIndex } from '../../../src/dataset/language/list-place.ts';
import { outline, selections } from '../../../src/dataset/language/structure.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { readDesign } from '../../../src/designer/read-design.ts';
import { checkWorkerStarter } from '../../../src/editor/authoring/node/start-check-worker.ts';

const startWorker = checkWorkerStarter(
  new URL('../../../src/editor/authoring/node/node-check-worker.ts', import.meta.url),
);
const settings = { rules: {}, dataTypes: [] };
const invalid = '{ "name": 7, "tables": [{ "name": "\\u0000", "columns": {} }, { "name": "\\u0000" }], }';

describe('CheckThread', function () {
  this.timeout(60_000);
  let thread: CheckThread;
  const startThread = (checkTimeout: number) => {
    thread = new CheckThread(startWorker, { checkTimeout, idleTimeout: 1000 });
    return thread;
  };
  afterEach(() => thread.dispose());

  it('reports the same problems, with the same messages, as the main thread', async () => {
    for (const [text, format] of [
      [invalid, 'json'],
      ['name: [1]\ntables: &a [*a]\n', 'yaml'],
    ] as const) {
      const result = await startThread(10_000).run({ kind: 'problems' }, text, format, settings);
      assert.ok(result.kind === 'done');
      assert.deepEqual(result.answer, await validateText(text, format, { ...settings }));
    }
  });

  it('knows all that a project file says', async () => {
    const conventions = {
      ...settings,
      names: { dataset: { style: 'PascalCase' } },
      limits: { tables: 1 },
    } as const;
    const text = '{"name":"sales","tables":[{"name":"A","columns":[]},{"name":"B","columns":[]}]}';
    const result = await startThread(10_000).run({ kind: 'problems' }, text, 'json', conventions);
    assert.ok(result.kind === 'done');
    assert.deepEqual(result.answer, await validateText(text, 'json', conventions));
  });

  it('sends a text once, whatever it is asked about it', async () => {
    const sent: string[] = [];
    thread = new CheckThread(
      (events) => {
        const worker = startWorker(events);
        return {
          postMessage(message) {
            if ('text' in message) sent.push(message.text ?? '');
            worker.postMessage(message);
          },
          terminate: () => worker.terminate(),
        };
      },
      { checkTimeout: 10_000, idleTimeout: 1000 },
    );
    const ask = async (text: string) => {
      const result = await thread.run({ kind: 'problems' }, text, 'json', settings);
      assert.ok(result.kind === 'done');
      assert.deepEqual(result.answer, await validateText(text, 'json', settings));
    };
    await ask(invalid);
    await thread.run({ kind: 'hover', offset: 3 }, invalid, 'json', settings);
    assert.deepEqual(sent, [invalid]);
    await ask(invalid.replace('7', '8'));
    await ask('');
    await ask(invalid);
    assert.deepEqual(sent, [invalid, invalid.replace('7', '8'), '', invalid]);
  });

  it('completes, describes, expands, formats and finds places like the main thread', async () => {
    const offset = invalid.indexOf('name') + 2;
    const style = { tabSize: 2, insertSpaces: true, eol: '\n' };
    const done = (answer: unknown) => ({ kind: 'done', answer });
    const run = (task: CheckTask) => thread.run(task, invalid, 'json', settings);
    startThread(10_000);
    const items = await completion(new ParsedDocument(invalid, 'json'), settings, { offset });
    assert.notDeepEqual(items, []);
    assert.deepEqual(await run({ kind: 'completion', offset }), done(items));
    const description = await hover(new ParsedDocument(invalid, 'json'), settings, { offset });
    assert.notEqual(description, undefined);
    assert.deepEqual(await run({ kind: 'hover', offset }), done(description));
    const spans = await selections(new ParsedDocument(invalid, 'json'), settings, { offsets: [offset] });
    assert.deepEqual(await run({ kind: 'selections', offsets: [offset] }), done(spans));
    const entries = await outline(new ParsedDocument(invalid, 'json'));
    assert.deepEqual(await run({ kind: 'outline' }), done(entries));
    for (const place of [invalid.indexOf('[') + 1, invalid.indexOf('columns'), 0]) {
      const list = await listPlace(new ParsedDocument(invalid, 'json'), settings, { offset: place });
      assert.deepEqual(await run({ kind: 'listPlace', offset: place }), done(list));
      const table = await tableIndex(new ParsedDocument(invalid, 'json'), settings, { offset: place });
      assert.deepEqual(await run({ kind: 'tableIndex', offset: place }), done(table));
    }
    const edits = formatJson(invalid, undefined, style);
    assert.deepEqual(await run({ kind: 'formatting', range: undefined, style }), done(edits));
  });

  it('finds the same fixes, with the same titles, as the main thread', async () => {
    const options = { ...settings };
    const [requested] = await validateText(invalid, 'json', options);
    assert.ok(requested);
    const result = await startThread(10_000).run(
      { kind: 'quickFixes', requested: [requested] },
      invalid,
      'json',
      settings,
    );
    assert.ok(result.kind === 'done');
    const titles = (fixes: readonly QuickFix[]) =>
      fixes.map(({ fix }) => (fix.kind === 'edit' ? fix.title : fix.declaration.kind));
    const expected = await quickFixesFor(
      new ParsedDocument(invalid, 'json'),
      options,
      (problem) => problem.message === requested.message,
    );
    assert.notDeepEqual(expected, []);
    assert.deepEqual(titles(result.answer), titles(expected));

    const all = await thread.run({ kind: 'fixAll' }, invalid, 'json', settings);
    assert.deepEqual(all, {
      kind: 'done',
      answer: await safeFixes(new ParsedDocument(invalid, 'json'), options),
    });
  });

  it('reads and edits a text like the main thread', async () => {
    const operations = [rename(['tables', 0], 'Renamed')];
    for (const [text, format] of [
      ['{ "name": "d", "tables": [{ "name": "A", "columns": [{ "name": "x" }] }] }', 'json'],
      ['name: d\ntables:\n  - name: A\n    columns: []\n', 'yaml'],
      ['name: [', 'yaml'],
    ] as const) {
      startThread(10_000);
      assert.deepEqual(await thread.run({ kind: 'design' }, text, format, settings), {
        kind: 'done',
        answer: await readDesign(new ParsedDocument(text, format)),
      });
      assert.deepEqual(
        await thread.run({ kind: 'edits', operations, indent: '  ' }, text, format, settings),
        {
          kind: 'done',
          answer: await editDataset(new ParsedDocument(text, format), operations),
        },
      );
      thread.dispose();
    }
  });

  it('omits the least severe problems above the maximum', async () => {
    const columns = Array.from({ length: 9000 }, (_, index) => `{"name":"c${index}","dataType":"x"}`);
    const text = `{"name":"d","tables":[{"name":"T","columns":[${columns},{}]}]}`;
    const result = await startThread(10_000).run({ kind: 'problems' }, text, 'json', settings);
    assert.ok(result.kind === 'done');
    const problems = result.answer;
    assert.equal(problems.length, maxProblems);
    assert.equal(problems.filter(({ severity }) => severity === 'error').length, 2);
  });

  it('skips tasks whose results are no longer needed when their turn comes', async () => {
    startThread(10_000);
    let isNeeded = true;
    const check = (isStillNeeded?: () => boolean) =>
      thread.run({ kind: 'problems' }, invalid, 'json', settings, isStillNeeded);
    const results = [check(), check(() => isNeeded), check()];
    isNeeded = false;
    const kinds = (await Promise.all(results)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['done', 'cancelled', 'done']);
  });

  it('runs what the user waits for before the validation of other files', async () => {
    startThread(10_000);
    const finished: string[] = [];
    const run = async (task: CheckTask) => {
      await thread.run(task, invalid, 'json', settings);
      finished.push(task.kind);
    };
    await Promise.all([
      run({ kind: 'problems' }),
      run({ kind: 'problems' }),
      run({ kind: 'hover', offset: 3 }),
      run({ kind: 'completion', offset: 3 }),
    ]);
    assert.deepEqual(finished, ['problems', 'hover', 'completion', 'problems']);
  });

  it('runs checks in the order in which they are added', async () => {
    const texts = ['{', '[]', '{}', invalid];
    startThread(10_000);
    const results = await Promise.all(
      texts.map((text) => thread.run({ kind: 'problems' }, text, 'json', settings)),
    );
    for (const [index, result] of results.entries()) {
      assert.ok(result.kind === 'done');
      const expected = await validateText(texts[index] ?? '', 'json', { ...settings });
      assert.deepEqual(result.answer, expected);
    }
  });

  it('stops each check that exceeds the timeout', async () => {
    // Parsing a YAML list of a million values takes seconds.
    const long = `name: d\ntables: [${'x,'.repeat(1_000_000)}]`;
    startThread(1);
    const checks = [
      thread.run({ kind: 'problems' }, long, 'yaml', settings),
      thread.run({ kind: 'problems' }, long, 'yaml', settings),
    ];
    assert.deepEqual(await Promise.all(checks), [{ kind: 'timed-out' }, { kind: 'timed-out' }]);
  });

  it('reports failures if no worker can be started', async () => {
    thread = new CheckThread(
      () => {
        throw new Error('Workers are blocked.');
      },
      { checkTimeout: 10_000, idleTimeout: 1000 },
    );
    const checks = ['{', '{}'].map((text) => thread.run({ kind: 'problems' }, text, 'json', settings));
    assert.deepEqual(await Promise.all(checks), [{ kind: 'failed' }, { kind: 'failed' }]);
  });

  it('uses the translations that it is created with', async () => {
    const translations = {
      '"{property}" must be a string, but its type is {type}.': '„{property}“: {type}?',
    };
    thread = new CheckThread(startWorker, { checkTimeout: 10_000, idleTimeout: 1000 }, translations);
    const result = await thread.run({ kind: 'problems' }, invalid, 'json', settings);
    assert.ok(result.kind === 'done');
    assert.ok(result.answer.some(({ message }) => message.startsWith('„name“: ')));
  });

  it('reports pending checks as failed when it is disposed', async () => {
    const result = startThread(10_000).run({ kind: 'problems' }, '{}', 'json', settings);
    thread.dispose();
    assert.deepEqual(await result, { kind: 'failed' });
  });
});
