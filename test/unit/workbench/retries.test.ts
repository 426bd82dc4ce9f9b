import assert from 'node:assert/strict';
import { withRetries } from '../../workbench/retries.ts';

describe('Fetching what the tests need', () => {
  const { error } = console;
  const told: string[] = [];

  beforeEach(() => {
    told.length = 0;
    console.error = (line: string) => told.push(line);
  });

  afterEach(() => {
    console.error = error;
  });

  /** Fails so many times before it succeeds. */
  function failing(times: number): () => Promise<string> {
    let attempt = 0;
    return async () => {
      attempt += 1;
      if (attempt <= times) throw new Error(`no network at attempt ${attempt}`);
      return `fetched at attempt ${attempt}`;
    };
  }

  it('survives a network that is away for a moment, and tells', async () => {
    assert.equal(await withRetries('npm pack', failing(2), 1), 'fetched at attempt 3');
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /^npm pack failed, trying again .*no network at attempt 1$/);
  });

  it('gives up with the last reason', async () => {
    await assert.rejects(withRetries('npm pack', failing(3), 1), /no network at attempt 3/);
  });
});
