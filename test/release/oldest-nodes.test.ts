import { join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { reportVariable } from '../../scripts/testing/report-file.ts';
import { runProgram } from '../workbench/program.ts';
import { findNode, oldestNodes } from './oldest-nodes.ts';
import { buildTestsForOldestNodes } from './tests-for-oldest-nodes.ts';

describe('The tests of inference, of the command line, and of what decodes text', () => {
  let setup: string;
  let tests: readonly string[];
  before(async () => {
    [setup, ...tests] = await buildTestsForOldestNodes();
  });

  for (const version of oldestNodes)
    it(`pass on Node.js ${version}, too`, async () => {
      const mocha = join(repositoryFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
      const args = [mocha, '--require', setup, '--reporter', 'dot', '--timeout', '60s', '--exit', ...tests];
      const env = { ...process.env, [reportVariable]: undefined };
      const node = join(await findNode(version), 'node');
      await runProgram(node, args, { cwd: repositoryFolder, env });
    });
});
