import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDatasetResponse } from '../../../../src/gateway/dataset-outcome.ts';
import { describeOutcome, rowOf } from '../../../../src/submission/outcome-message.ts';
import { ServedTools } from '../../agents/served-tools.ts';
import { type Answer, answers } from '../../gateway/answers.ts';
import { datasetStudio } from '../process.ts';

const exitCodes = { created: 0, accepted: 0, rejected: 4, unknown: 5 };
const file = 'sales.dataset.json';
const document =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';
const expectedVersion = createHash('sha256').update(document).digest('hex');

function contains(text: string, words: readonly string[] = []) {
  for (const each of words) assert.ok(text.includes(each), `${each} in ${text}`);
}

describe('An answer of the gateway means the same', () => {
  let server: Server;
  let current: Answer;
  let variables: Record<string, string>;
  let folder: string;

  before(async () => {
    server = createServer((request, response) => {
      const { status, headers, body } = current;
      request.resume().on('end', () => response.writeHead(status, headers).end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    variables = {
      DATASET_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
      DATASET_ACCESS_TOKEN: 'a-token',
      DATASET_SUBSCRIPTION_KEY: 'a-key',
    };
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await writeFile(join(folder, file), document);
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  for (const answer of answers)
    it(`in the editor, on the command line, and to an agent: ${answer.what}`, async () => {
      current = answer;
      const { status, headers = {}, body = '', outcome, datasetId, words } = answer;
      const url = new URL('https://gateway.example/api/reporting/datasets');
      const response = { status, headers, body: Buffer.from(body), complete: true };
      const read = readDatasetResponse(response, 0, [], { url, path: '/reporting/datasets' });
      assert.deepEqual(
        [read.kind, 'datasetId' in read ? read.datasetId : undefined, rowOf(read).exitCode],
        [outcome, datasetId, exitCodes[outcome]],
      );
      contains(describeOutcome(read, 'test').text, words);
      // An interim response, which no server ends an exchange with.
      if (status < 200) return;

      const { code, out } = await datasetStudio(['create', file, '--json'], {
        cwd: folder,
        env: variables,
      });
      const printed = JSON.parse(out);
      assert.deepEqual(
        [printed.outcome, printed.datasetId, code],
        [outcome, datasetId ?? null, exitCodes[outcome]],
      );
      contains(printed.reason ?? '', words);

      // Its journal is in memory, and would know the same content of the answer before.
      const tools = await ServedTools.on({ [file]: document }, variables);
      const { isError, content } = await tools.call('dataset_create', { file, expectedVersion });
      await tools.close();
      assert.deepEqual(
        [content.outcome, content.datasetId, isError],
        [outcome, datasetId, exitCodes[outcome] !== 0],
      );
      contains(
        JSON.stringify(content),
        words?.map((each) => JSON.stringify(each).slice(1, -1)),
      );
    });
});
