import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type ReadingOption, readWritten } from '../../../src/inference/reading-option.ts';
import { readingOptions } from '../../../src/inference/reading-options.ts';

interface MadeUp {
  readonly help: readonly string[];
  readonly read: { readonly inkWeight: string };
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly page: readonly { readonly name: string }[];
}

describe('An option for reading data', () => {
  it('is in the help of both commands, in the schemas of both tools, and on the page with its own words, once it is declared', async () => {
    const worker = new Worker(new URL('./made-up-option.ts', import.meta.url));
    const [{ help, read, tools, page }] = (await once(worker, 'message')) as [MadeUp];
    for (const text of help) {
      const [, options = ''] = text.split('Options for reading data:');
      assert.match(
        options,
        /--ink-weight <WEIGHT> +how heavy the ink of the data is \(choices: "heavy",\s+"light"\)/,
      );
    }
    assert.equal(read.inkWeight, 'light');
    // A test compares these with package.json.
    const schema = { type: 'string', enum: ['heavy', 'light'] };
    // Described once, because a model reads both tools in every turn.
    const description = 'How heavy the ink of the data is.';
    assert.deepEqual(
      tools.map(({ inkWeight }) => inkWeight),
      [{ ...schema, description }, schema],
    );
    assert.deepEqual(
      page.find(({ name }) => name === 'inkWeight'),
      {
        name: 'inkWeight',
        label: 'Weight of Ink',
        description: 'How heavy the ink of the data is.',
        control: {
          kind: 'choice',
          choices: [
            { label: 'Detect' },
            { value: 'heavy', label: 'Quite Heavy' },
            { value: 'light', label: 'Quite Light' },
          ],
          other: undefined,
        },
      },
    );
  });

  it('has a label of its own for each of its choices', () => {
    for (const [name, option] of Object.entries<ReadingOption>(readingOptions)) {
      if (option.kind !== 'choice') continue;
      const labels = option.choices.map(({ label }) => label());
      assert.equal(new Set(labels).size, labels.length, name);
    }
  });

  it('has a test of what it changes in data', () => {
    const tests = globSync('test/unit/inference/**/*.test.ts').map((path) => readFileSync(path, 'utf8'));
    const untested = Object.keys(readingOptions).filter(
      (name) => !tests.some((test) => new RegExp(`\\b${name}: `).test(test)),
    );
    assert.deepEqual(untested, [], 'Test in test/unit/inference what these options change.');
  });

  it('takes what is written for a value that is white space, and what means the same', () => {
    const { delimiter, thousands, range } = readingOptions;
    assert.deepEqual(
      [',', 'tab', '\\t', '\t', 'space', '~', 'a', 'tabs'].map((text) => readWritten(delimiter, text)),
      [',', '\t', '\t', '\t', ' ', '~', undefined, undefined],
    );
    assert.deepEqual(
      ['.', '\u00a0', '\u202f', '’', "'", ';'].map((text) => readWritten(thousands, text)),
      ['.', ' ', ' ', "'", "'", undefined],
    );
    assert.deepEqual(
      ['Sheet1!A5:F200', 'A1'].map((text) => readWritten(range, text)),
      ['Sheet1!A5:F200', undefined],
    );
  });
});
