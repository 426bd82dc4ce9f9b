import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { interruptedCode, listenForInterruption } from '../../../src/cli/command.ts';

describe('A command that was interrupted', () => {
  const codeAfter = (...signals: readonly string[]) => {
    const process = new EventEmitter();
    const interruption = listenForInterruption(process as NodeJS.Process);
    for (const signal of signals) process.emit(signal);
    assert.ok(interruption.stop.aborted);
    return interruptedCode(interruption);
  };

  it('exits with 130 after Ctrl+C, and with 143 after SIGTERM, as in shells', () => {
    assert.equal(codeAfter('SIGINT'), 130);
    assert.equal(codeAfter('SIGINT', 'SIGINT'), 130);
    assert.equal(codeAfter('SIGTERM'), 143);
  });

  it('waits for nothing that is being sent after SIGTERM, and knows that when it stops', () => {
    const process = new EventEmitter();
    const { stop, cancel } = listenForInterruption(process as NodeJS.Process);
    const cancelled: boolean[] = [];
    stop.addEventListener('abort', () => cancelled.push(cancel.aborted));
    process.emit('SIGTERM');
    assert.deepEqual(cancelled, [true]);
  });
});
