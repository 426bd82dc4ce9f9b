import assert from 'node:assert/strict';
import { withRetries } from '../../workbench/installation/retries.ts';

describe('withRetries', () => {
  const { error } = console;
  const messages: string[] = [];

  beforeEach(() => {
    messages.length = 0;
    console.error = (line: string) => messages.push(line);
  });

  afterEach(() => {
    console.error = error;
  });

  /** Returns a function that fails this many times before it succeeds. */
  function failing(times: number): () => Promise<string> {
    let attempt = 0;
    return async () => {
      attempt += 1;
      if (attempt <= times) throw new Error(`no network at attempt ${attempt}`);
      return `succeeded at attempt ${attempt}`;
    };
  }

  it('retries after temporary failures and logs them', async () => {
    assert.equal(await withRetries('npm pack', failing(2), 1), 'succeeded at attempt 3');
    assert.equal(messages.length, 2);
    assert.match(
      messages[0] ?? '',
      /^npm pack failed \(attempt 1 of 3\)\. Trying again in .* no network at attempt 1$/,
    );
  });

  it('rejects with the last error after three attempts', async () => {
    await assert.rejects(withRetries('npm pack', failing(3), 1), /no network at attempt 3/);
  });
});
