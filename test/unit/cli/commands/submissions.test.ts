import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import type { RecordedOutcome } from '../../../../src/submission/journal/entry.ts';
import { SystemProcesses } from '../../../../src/system/process-identity.ts';
import { created, draft, jsonBytes, unknown } from '../../submission/journal/journal-fixture.ts';
import { datasetStudio, type ProcessOptions } from '../process.ts';

describe('The journal on the command line', function () {
  this.timeout(60_000);
  let folder: string;
  let journalFolder: string;
  /** The journal of this process, which outlives the commands, as an editor does. */
  let journal: DirectoryJournal;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    journalFolder = join(folder, 'journal');
    journal = new DirectoryJournal(journalFolder);
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function submit(name: string, outcome?: RecordedOutcome, by = journal): Promise<string> {
    const document = pathToFileURL(join(folder, name)).href;
    const begun = await by.begin({ ...draft, document }, jsonBytes(name));
    assert.ok(begun.ok);
    if (outcome) assert.ok((await by.conclude(begun.value.id, outcome)).ok);
    return begun.value.id;
  }

  /** A submission whose process has ended without a word. */
  async function submitAndDie(name: string): Promise<string> {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'exit');
    const identity = { ...(await new SystemProcesses().self()), pid: child.pid ?? 0, startedAt: 'ticks:1' };
    const processes = { self: async () => identity, lifeOf: async () => 'alive' as const };
    return submit(name, undefined, new DirectoryJournal(journalFolder, { processes }));
  }

  const run = (args: readonly string[], options: ProcessOptions = {}) =>
    datasetStudio(args, { cwd: folder, ...options });
  const withJournal = (...args: readonly string[]) => run([...args, '--journal', 'journal']);
  const stateOf = async (id: string) => {
    const reading = await journal.read(id);
    assert.ok(reading.ok);
    return reading.value.state;
  };

  describe('submissions', () => {
    it('lists all, newest first, with time, environment, document and outcome', async () => {
      const first = await submit('..a.dataset.json', created);
      const second = await submit('b.dataset.json', unknown);
      const third = await submit('c.dataset.json');
      const { code, out, error } = await withJournal('submissions');
      assert.equal(code, 0);
      const [head, ...lines] = out.trimEnd().split('\n');
      assert.match(head ?? '', /^ID +SUBMITTED \(UTC\) +ENVIRONMENT +DOCUMENT +OUTCOME$/);
      assert.equal(lines.length, 3);
      const line = (id: string) => lines.find((text) => text.startsWith(id)) ?? '';
      assert.match(
        line(first),
        / {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}staging +\.\.a\.dataset\.json +created: d-1$/,
      );
      assert.match(line(second), /b\.dataset\.json +outcome unknown: .*ECONNRESET/);
      assert.match(line(third), /c\.dataset\.json +being submitted$/);
      assert.match(error, /dataset-studio settle \S+ --journal journal --not-created/);
    });

    it('lists only unknown outcomes with --unknown, those of processes that have ended among them', async () => {
      await submit('a.dataset.json', created);
      const second = await submit('b.dataset.json', unknown);
      const third = await submitAndDie('c.dataset.json');
      const { code, out, error } = await withJournal('submissions', '--unknown', '--json');
      assert.equal(code, 0);
      const ids = JSON.parse(out).map(({ submissionId }: { submissionId: string }) => submissionId);
      assert.deepEqual(ids.toSorted(), [second, third].toSorted());
      assert.match(
        error,
        /A submission was interrupted before its response arrived. Its outcome is unknown./,
      );
    });

    it('prints an array of facts with --json', async () => {
      const id = await submit('a.dataset.json', created);
      const settled = await submit('b.dataset.json', unknown);
      assert.ok((await journal.settle(settled, { kind: 'not-created' })).ok);
      const cause = { kind: 'status', status: 502 } as const;
      const failed = await submit('c.dataset.json', { kind: 'unknown', cause });
      const records = JSON.parse((await withJournal('submissions', '--json')).out);
      const recordOf = (wanted: string) =>
        records.find(({ submissionId }: { submissionId: string }) => submissionId === wanted);
      const { begunAt, ...others } = recordOf(id);
      assert.match(begunAt, /Z$/);
      assert.deepEqual(others, {
        submissionId: id,
        environment: 'staging',
        requestUrl: draft.requestUrl,
        document: pathToFileURL(join(folder, 'a.dataset.json')).href,
        outcome: 'created',
        settled: null,
        status: 201,
        datasetId: 'd-1',
        reason: null,
      });
      assert.equal(recordOf(settled).outcome, 'settled');
      assert.equal(recordOf(settled).settled, 'not-created');
      assert.equal(recordOf(failed).status, 502);
    });

    it('says so when there are none', async () => {
      await mkdir(journalFolder, { mode: 0o700 });
      const { code, out, error } = await withJournal('submissions');
      assert.deepEqual([code, out, error], [0, '', 'The journal contains no submissions.\n']);
      assert.deepEqual(JSON.parse((await withJournal('submissions', '--json')).out), []);
      assert.match((await withJournal('submissions', '--unknown')).error, /No submission has an unknown/);
    });

    it('takes the folder from DATASET_JOURNAL, too', async () => {
      const id = await submit('a.dataset.json', created);
      const { out } = await run(['submissions'], { env: { DATASET_JOURNAL: journalFolder } });
      assert.match(out, new RegExp(id));
    });

    it('exits with 2 without a journal, for a folder that is not there, and for files', async () => {
      for (const [args, message] of [
        [['submissions'], /No journal is named\. Use --journal DIR, or set DATASET_JOURNAL/],
        [['submissions', '--journal', ''], /--journal takes the folder/],
        [['submissions', '--journal', 'jurnal'], /There is no journal in jurnal/],
        [['submissions', 'a.json', '--journal', 'journal'], /^Too many arguments for 'submissions'/],
      ] as const) {
        const { code, out, error } = await run(args);
        assert.equal(code, 2, String(args));
        assert.equal(out, '');
        assert.match(error, message);
      }
      assert.deepEqual(await readdir(folder), []);
    });

    it("lists what can't be read as unknown, and exits with 2 if nobody knows what it was", async () => {
      const id = await submit('a.dataset.json', created);
      const newer = await submit('b.dataset.json', created);
      const file = join(journalFolder, `${newer}.entry`);
      const text = await readFile(file, 'utf8');
      const why = "can't be read: it was recorded by a newer version of Dataset Studio";
      for (const [content, document, code] of [
        [text.replace('"version":1', '"version":2'), 'b.dataset.json', 0],
        ['{"version":2}\n', `journal:/${newer}.entry`, 2],
      ] as const) {
        await writeFile(file, content);
        const listed = await withJournal('submissions');
        assert.equal(listed.code, code);
        assert.match(listed.out, new RegExp(`${id} .* created: d-1`));
        assert.match(listed.out, new RegExp(`${newer} .* ${document} +outcome unknown: .*\\(version 2\\)`));
        assert.match(
          listed.error,
          new RegExp(`${newer}.entry in the journal ${why} \\(version 2\\). Update `),
        );
      }
    });

    it("shows no control characters of a document's name", async () => {
      await submit('a\u001b[2J\u202e.dataset.json', created);
      const { out } = await withJournal('submissions');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it must not be there.
      assert.doesNotMatch(out, /\u001b|\u202e/);
    });
  });

  describe('settle', () => {
    it('records that the dataset was created, with its ID', async () => {
      const id = await submit('a.dataset.json', unknown);
      const { code, out } = await withJournal('settle', id, '--created', ' d-7 ');
      assert.equal(code, 0);
      assert.equal(out, `${id} is recorded as created with the dataset ID d-7.\n`);
      const { at: _, ...state } = { at: '', ...(await stateOf(id)) };
      assert.deepEqual(state, { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-7' } });
    });

    it('records that the dataset was not created', async () => {
      const id = await submitAndDie('a.dataset.json');
      const { code, out } = await run(['settle', id, '--not-created'], {
        env: { DATASET_JOURNAL: journalFolder },
      });
      assert.equal(code, 0);
      assert.equal(out, `${id} is recorded as not created.\n`);
      assert.deepEqual(JSON.parse((await withJournal('submissions', '--unknown', '--json')).out), []);
    });

    it('lets create send the content again after --not-created, without --again', async () => {
      const requests: string[] = [];
      const server = createServer((request, response) => {
        requests.push(request.url ?? '');
        response.writeHead(requests.length === 1 ? 500 : 201, { 'content-type': 'application/json' });
        request.resume().on('end', () => response.end('{"id":"d-1"}'));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      await writeFile(
        join(folder, 'a.dataset.json'),
        '{"name":"A","tables":[{"name":"T","columns":[{"name":"C","dataType":"Int64"}]}]}',
      );
      const env = {
        DATASET_BASE_URL: `http://127.0.0.1:${address.port}`,
        DATASET_ACCESS_TOKEN: 'token',
        DATASET_SUBSCRIPTION_KEY: 'key',
        DATASET_JOURNAL: journalFolder,
      };
      try {
        const first = await run(['create', 'a.dataset.json', '--json'], { env });
        assert.equal(first.code, 5);
        const { submissionId } = JSON.parse(first.out);
        assert.equal((await run(['create', 'a.dataset.json'], { env })).code, 5);
        assert.equal((await run(['settle', submissionId, '--not-created'], { env })).code, 0);
        assert.equal((await run(['create', 'a.dataset.json'], { env })).code, 0);
        assert.equal(requests.length, 2);
      } finally {
        server.close();
      }
    });

    it('refuses an outcome that is known, and says which it is', async () => {
      const known = await submit('a.dataset.json', created);
      const settled = await submit('b.dataset.json', unknown);
      assert.equal((await withJournal('settle', settled, '--not-created')).code, 0);
      for (const [id, message] of [
        [known, /is already recorded: created: d-1\./],
        [settled, /is already recorded: not created, recorded by you\./],
      ] as const) {
        const { code, out, error } = await withJournal('settle', id, '--created', 'd-2');
        assert.deepEqual([code, out], [2, '']);
        assert.match(error, message);
      }
      assert.equal((await stateOf(known)).kind, 'created');
    });

    it('refuses a submission that another process is sending, and leaves it to that process', async () => {
      const id = await submit('a.dataset.json');
      const { code, error } = await withJournal('settle', id, '--not-created');
      assert.equal(code, 2);
      assert.match(error, /is still in progress\. Wait for its outcome\./);
      assert.ok((await journal.conclude(id, created)).ok);
      assert.equal((await stateOf(id)).kind, 'created');
    });

    it('leaves one settlement when an editor settles at the same moment', async () => {
      const id = await submit('a.dataset.json', unknown);
      const other = new DirectoryJournal(journalFolder);
      const [settled] = await Promise.all([
        withJournal('settle', id, '--not-created'),
        other.settle(id, { kind: 'created', datasetId: 'd-9' }),
      ]);
      assert.ok(settled.code === 0 || settled.code === 2);
      assert.equal((await stateOf(id)).kind, 'settled');
    });

    it("refuses an ID that the journal doesn't contain, or that is none", async () => {
      await mkdir(journalFolder, { mode: 0o700 });
      const missing = await withJournal('settle', '20260102T030405678Z-0000000000000001', '--not-created');
      assert.equal(missing.code, 2);
      assert.match(missing.error, /The journal contains no submission 2026.*dataset-studio submissions/);
      const none = await withJournal('settle', '../../etc/passwd', '--not-created');
      assert.equal(none.code, 2);
      assert.match(none.error, /is not a submission ID/);
    });

    it('records that several were not created, of all or of none, and again', async () => {
      const ids = [await submit('a.dataset.json', unknown), await submit('b.dataset.json', unknown)];
      const other = await submit('c.dataset.json', created);
      const refused = await withJournal('settle', ...ids, other, '--not-created');
      assert.deepEqual([refused.code, refused.out], [2, '']);
      assert.match(refused.error, /already recorded: created: d-1\. Nothing was recorded\./);
      assert.equal(JSON.parse((await withJournal('submissions', '--unknown', '--json')).out).length, 2);
      for (let time = 1; time <= 2; time += 1) {
        const { code, out } = await withJournal('settle', ...ids, '--not-created');
        assert.deepEqual([code, out], [0, ids.map((id) => `${id} is recorded as not created.\n`).join('')]);
      }
    });

    it('adds the ID of a dataset that was created without one, or records that there is none', async () => {
      const withoutId = { kind: 'created', status: 201, response: '' } as const;
      const [first, second] = [
        await submit('a.dataset.json', withoutId),
        await submit('b.dataset.json', withoutId),
      ];
      assert.equal((await withJournal('settle', first, '--created', 'd-9')).code, 0);
      assert.equal((await withJournal('settle', second, '--not-created')).code, 0);
      const { out } = await withJournal('submissions', '--json');
      const shown = JSON.parse(out).map(({ settled, datasetId }: Record<string, unknown>) => [
        settled,
        datasetId,
      ]);
      assert.deepEqual(shown, [
        ['not-created', null],
        ['created', 'd-9'],
      ]);
    });

    it('takes one outcome, and one submission with an ID', async () => {
      const id = await submit('a.dataset.json', unknown);
      for (const args of [
        ['--not-created'],
        [id, id, '--created', 'd-1'],
        [id],
        [id, '--not-created', '--created', 'd-1'],
        [id, '--created', ''],
        [id, '--created', 'd\u001b[2J'],
      ]) {
        const { code, out } = await withJournal('settle', ...args);
        assert.deepEqual([code, out], [2, ''], String(args));
      }
      assert.equal((await stateOf(id)).kind, 'unknown');
    });

    it('refuses a journal that other users can change', async function () {
      // Windows has no permission bits.
      if (process.platform === 'win32') this.skip();
      const id = await submit('a.dataset.json', unknown);
      await chmod(journalFolder, 0o777);
      for (const command of [['settle', id, '--not-created'], ['submissions']]) {
        const { code, error } = await withJournal(...command);
        assert.equal(code, 2);
        assert.match(error, /The folder journal can't be used .*chmod go-w/);
      }
      assert.equal((await stateOf(id)).kind, 'unknown');
    });
  });
});
