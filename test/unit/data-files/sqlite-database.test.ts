import assert from 'node:assert/strict';
import { withoutSqliteWarning } from '../../../src/data-files/sqlite-database.ts';

describe('Loading SQLite', () => {
  it('hides the warning that it is experimental, and no other', async () => {
    const warnings: string[] = [];
    const record = ({ message }: Error) => void warnings.push(message);
    process.on('warning', record);
    try {
      const loaded = withoutSqliteWarning(() => {
        process.emitWarning(
          'SQLite is an experimental feature and might change at any time',
          'ExperimentalWarning',
        );
        process.emitWarning('The Fetch API is an experimental feature', 'ExperimentalWarning');
        process.emitWarning('SQLite is old', 'DeprecationWarning', 'DEP0');
        return 'module';
      });
      assert.equal(loaded, 'module');
      process.emitWarning('SQLite is an experimental feature, too', 'ExperimentalWarning');
      // Warnings are emitted in the next turn.
      await new Promise(setImmediate);
      assert.deepEqual(warnings, [
        'The Fetch API is an experimental feature',
        'SQLite is old',
        'SQLite is an experimental feature, too',
      ]);
    } finally {
      process.off('warning', record);
    }
  });
});
