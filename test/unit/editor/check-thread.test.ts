import assert from 'node:assert/strict';
import { validateText } from '../../../src/dataset/document.ts';
import { english } from '../../../src/dataset/localize.ts';
import { CheckThread } from '../../../src/editor/authoring/check-thread.ts';
import { inWords } from '../../../src/editor/authoring/deferred-messages.ts';

const worker = new URL('../../../src/editor/authoring/check-worker.ts', import.meta.url);
const settings = { rules: {}, dataTypes: [] };
const broken = '{ "name": 7, "tables": [{ "name": "\\u0000", "columns": {} }, { "name": "\\u0000" }], }';

describe('checks in a thread', function () {
  this.timeout(20_000);
  let thread: CheckThread;
  const begin = (longestCheck: number) => {
    thread = new CheckThread(worker, { longestCheck, idle: 1000 });
    return thread;
  };
  afterEach(() => thread.dispose());

  it('find what is found without one, in the same words', async () => {
    for (const [text, format] of [
      [broken, 'json'],
      ['name: [1]\ntables: &a [*a]\n', 'yaml'],
    ] as const) {
      const result = await begin(10_000).check(text, format, settings);
      assert.ok(result.outcome === 'checked');
      assert.deepEqual(
        inWords(result.problems, english),
        await validateText(text, format, { ...settings, localize: english }),
      );
    }
  });

  it('come back in the order in which they were asked for', async () => {
    const texts = ['{', '[]', '{}', broken];
    begin(10_000);
    const results = await Promise.all(texts.map((text) => thread.check(text, 'json', settings)));
    for (const [index, result] of results.entries()) {
      assert.ok(result.outcome === 'checked');
      const expected = await validateText(texts[index] ?? '', 'json', { ...settings, localize: english });
      assert.deepEqual(inWords(result.problems, english), expected);
    }
  });

  it('are given up when they take too long, each for itself', async () => {
    // A list of a million values, which the package for YAML reads in seconds.
    const long = `name: d\ntables: [${'x,'.repeat(1_000_000)}]`;
    begin(1);
    const checks = [thread.check(long, 'yaml', settings), thread.check(long, 'yaml', settings)];
    assert.deepEqual(await Promise.all(checks), [{ outcome: 'too-long' }, { outcome: 'too-long' }]);
  });

  it('are none once the extension has ended', async () => {
    const result = begin(10_000).check('{}', 'json', settings);
    thread.dispose();
    assert.deepEqual(await result, { outcome: 'failed' });
  });
});
