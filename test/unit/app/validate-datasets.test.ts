import assert from 'node:assert/strict';
import { type DocumentToValidate, validateDatasets } from '../../../src/app/validate-datasets.ts';
import { failure, success } from '../../../src/result.ts';

const documentOf = (text: string): DocumentToValidate => ({
  format: 'json',
  content: new TextEncoder().encode(text),
  settings: { rules: {}, dataTypes: [] },
});

const valid = '{"name":"Sales","tables":[{"name":"Orders","columns":[{"name":"Id","dataType":"Int64"}]}]}';

describe('Validating datasets', () => {
  it('gives one result for each document, in their order, also for those that cannot be read', async () => {
    const results: unknown[] = [];
    await validateDatasets(['valid', 'missing', 'invalid', 'binary'], {
      read: async (name) => {
        if (name === 'missing') return failure({ kind: 'not-found' });
        if (name === 'binary') return success({ ...documentOf(''), content: Uint8Array.of(0x7b, 0xff) });
        return success(documentOf(name === 'valid' ? valid : '{"name":"Sales"}'));
      },
      onResult: (name, result) => {
        results.push([name, result.ok ? result.value.problems.map(({ code }) => code) : result.failure.kind]);
      },
    });
    assert.deepEqual(results, [
      ['valid', []],
      ['missing', 'not-found'],
      ['invalid', ['missing-property']],
      ['binary', ['syntax']],
    ]);
  });

  it('reads and validates as many at the same time as allowed, and each once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => index);
    const done: number[] = [];
    let active = 0;
    let most = 0;
    await validateDatasets(names, {
      concurrency: 3,
      read: async () => {
        most = Math.max(most, ++active);
        await new Promise((resolve) => setImmediate(resolve));
        return success(documentOf(valid));
      },
      onResult: async (name) => {
        active--;
        done.push(name);
      },
    });
    assert.equal(most, 3);
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      names,
    );
  });

  it('ends after the documents that are being validated when it is cancelled', async () => {
    const abort = new AbortController();
    const done: string[] = [];
    await validateDatasets(['a', 'b', 'c'], {
      signal: abort.signal,
      read: async () => {
        abort.abort();
        return success(documentOf(valid));
      },
      onResult: (name) => {
        done.push(name);
      },
    });
    assert.deepEqual(done, ['a']);
  });
});
