import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isFull } from '../../../scripts/testing/random-cases.ts';
import { readers } from './hostile-text.ts';

const script = fileURLToPath(new URL('hostile-text.ts', import.meta.url));

/** Where time is quadratic, a quarter of a MiB takes a quarter of a minute, and 8 MiB take hours. In milliseconds. */
const limit = isFull ? 300_000 : 5_000;

/** In KiB, a third of what is usual: enough for 38,000 arguments. */
const smallStack = '--stack-size=300';

describe('The largest text from outside takes linear time for', () => {
  // Another process, because nothing in this one could end a test that computes.
  let reading: ChildProcess | undefined;
  afterEach(function () {
    if (this.currentTest?.isPassed() !== true) endReading();
  });
  after(endReading);

  for (const name of Object.keys(readers))
    it(name, async () => {
      reading ??= fork(script, { execArgv: isFull ? [] : [smallStack] });
      const over = new AbortController();
      const { signal } = over;
      const answered = Promise.race([
        once(reading, 'message', { signal }),
        once(reading, 'exit', { signal }),
      ]);
      reading.send(name);
      const [answer] = await answered;
      over.abort();
      if (answer !== 'done') throw new Error(`The process ended with ${answer}; its output says why.`);
    }).timeout(limit);

  function endReading(): void {
    reading?.kill('SIGKILL');
    reading = undefined;
  }
});
