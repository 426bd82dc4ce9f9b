import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReportedProjects } from '../../../../src/cli/input/reported-projects.ts';
import { InputError } from '../../../../src/cli/terminal.ts';

describe('The project files of a command', () => {
  it('have all mistakes of a file in one message, where they end a command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    try {
      await writeFile(
        join(folder, 'dataset-studio.json'),
        '{ "rules": { "no-tables": "x", "limit": 3 }, "foo": 1 }',
      );
      const terminal = { out: () => assert.fail(), error: () => assert.fail() };
      await assert.rejects(
        ReportedProjects.strict(terminal).judge(join(folder, 'a.dataset.json')),
        (error) => {
          assert.ok(error instanceof InputError);
          assert.equal(error.message.split('\n').length, 3);
          return true;
        },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
