import assert from 'node:assert/strict';
import { validateText } from '../../../src/dataset/document.ts';
import { fixAll } from '../../../src/dataset/fixes/fix-all.ts';
import { type QuickFix, quickFixes } from '../../../src/dataset/fixes/quick-fixes.ts';
import { CheckThread } from '../../../src/editor/authoring/checking/check-thread.ts';
import { mostProblems } from '../../../src/editor/authoring/checking/few-enough.ts';
import { checkWorkerStarter } from '../../../src/editor/authoring/node/start-check-worker.ts';

const startWorker = checkWorkerStarter(
  new URL('../../../src/editor/authoring/node/check-worker.ts', import.meta.url),
);
const settings = { rules: {}, dataTypes: [] };
const broken = '{ "name": 7, "tables": [{ "name": "\\u0000", "columns": {} }, { "name": "\\u0000" }], }';

describe('checks in a thread', function () {
  this.timeout(60_000);
  let thread: CheckThread;
  const begin = (longestCheck: number) => {
    thread = new CheckThread(startWorker, { longestCheck, idle: 1000 });
    return thread;
  };
  afterEach(() => thread.dispose());

  it('find what is found without one, in the same words', async () => {
    for (const [text, format] of [
      [broken, 'json'],
      ['name: [1]\ntables: &a [*a]\n', 'yaml'],
    ] as const) {
      const result = await begin(10_000).ask({ kind: 'problems' }, text, format, settings);
      assert.ok(result.outcome === 'done');
      assert.deepEqual(result.answer, await validateText(text, format, { ...settings }));
    }
  });

  it('find the fixes that are found without one, in the same words', async () => {
    const options = { ...settings };
    const [asked] = await validateText(broken, 'json', options);
    assert.ok(asked);
    const result = await begin(10_000).ask({ kind: 'quick-fixes', asked: [asked] }, broken, 'json', settings);
    assert.ok(result.outcome === 'done');
    const titles = (fixes: readonly QuickFix[]) =>
      fixes.map(({ fix }) => (fix.kind === 'edit' ? fix.title : fix.dataType));
    const expected = await quickFixes(
      broken,
      'json',
      options,
      (problem) => problem.message === asked.message,
    );
    assert.notDeepEqual(expected, []);
    assert.deepEqual(titles(result.answer), titles(expected));

    const all = await thread.ask({ kind: 'fix-all' }, broken, 'json', settings);
    assert.deepEqual(all, { outcome: 'done', answer: await fixAll(broken, 'json', options) });
  });

  it('leave out what is too much to show, the gravest last, and say so', async () => {
    const columns = Array.from({ length: 9000 }, (_, index) => `{"name":"c${index}","dataType":"x"}`);
    const text = `{"name":"d","tables":[{"name":"T","columns":[${columns},{}]}]}`;
    const result = await begin(10_000).ask({ kind: 'problems' }, text, 'json', settings);
    assert.ok(result.outcome === 'done');
    const problems = result.answer;
    assert.equal(problems.length, mostProblems);
    assert.equal(problems.filter(({ severity }) => severity === 'error').length, 2);
    assert.deepEqual(problems.filter(({ message }) => message.includes('4003 problems more')).length, 1);
  });

  it('come back in the order in which they were asked for', async () => {
    const texts = ['{', '[]', '{}', broken];
    begin(10_000);
    const results = await Promise.all(
      texts.map((text) => thread.ask({ kind: 'problems' }, text, 'json', settings)),
    );
    for (const [index, result] of results.entries()) {
      assert.ok(result.outcome === 'done');
      const expected = await validateText(texts[index] ?? '', 'json', { ...settings });
      assert.deepEqual(result.answer, expected);
    }
  });

  it('are given up when they take too long, each for itself', async () => {
    // A list of a million values, which the package for YAML reads in seconds.
    const long = `name: d\ntables: [${'x,'.repeat(1_000_000)}]`;
    begin(1);
    const checks = [
      thread.ask({ kind: 'problems' }, long, 'yaml', settings),
      thread.ask({ kind: 'problems' }, long, 'yaml', settings),
    ];
    assert.deepEqual(await Promise.all(checks), [{ outcome: 'too-long' }, { outcome: 'too-long' }]);
  });

  it('fail where no worker can be started', async () => {
    thread = new CheckThread(
      () => {
        throw new Error('Workers are blocked.');
      },
      { longestCheck: 10_000, idle: 1000 },
    );
    const asks = ['{', '{}'].map((text) => thread.ask({ kind: 'problems' }, text, 'json', settings));
    assert.deepEqual(await Promise.all(asks), [{ outcome: 'failed' }, { outcome: 'failed' }]);
  });

  it('use the translations that the thread is started with', async () => {
    const translations = {
      '"{property}" must be a string, but this is {actual}.': '„{property}“: {actual}?',
    };
    thread = new CheckThread(startWorker, { longestCheck: 10_000, idle: 1000 }, translations);
    const result = await thread.ask({ kind: 'problems' }, broken, 'json', settings);
    assert.ok(result.outcome === 'done');
    assert.ok(result.answer.some(({ message }) => message.startsWith('„name“: ')));
  });

  it('are none once the extension has ended', async () => {
    const result = begin(10_000).ask({ kind: 'problems' }, '{}', 'json', settings);
    thread.dispose();
    assert.deepEqual(await result, { outcome: 'failed' });
  });
});
