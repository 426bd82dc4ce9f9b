import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { checkData } from '../../../src/app/check/check-data.ts';
import { inferDataset } from '../../../src/app/infer-dataset.ts';
import { describeInferenceFailure } from '../../../src/app/messages/inference-failure.ts';
import { nodePorts } from '../../../src/data-files/file-source.ts';
import { memorySource } from '../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../src/inference/infer-sources.ts';
import { carriers, type Rows } from './carriers.ts';

/** Set, it writes what is read now as the record. */
const isRecording = process.env.RECORD_ANSWERS !== undefined;

const answersFolder = join(import.meta.dirname, '../../recorded/answers');
const { signal } = new AbortController();
const read: ReadFiles = (files, options) =>
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    nodePorts,
    options,
  );

/** What is made of a file: the tables of its dataset, what a check finds with this dataset, and notes. */
async function answer(name: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file: DataFile = { kind: 'memory', name, label: name, path: `/${name}`, content: bytes };
  const inferred = await inferDataset([file], { signal }, { read, dataTypes: async () => [] });
  if (!inferred.ok) {
    assert.equal(inferred.failure.kind, 'unreadable-files');
    const { files } = inferred.failure;
    return { dataset: files.map(({ failure }) => describeInferenceFailure(failure)), notes: [] };
  }
  const { dataset, report } = inferred.value;
  const checked = await checkData([file], dataset, { signal }, read);
  assert.ok(checked.ok);
  const errors = [...checked.value.findings].filter(({ severity }) => severity === 'error');
  return {
    dataset: [
      ...report.tables.map(({ columns, rows }) => {
        const list = columns.map(({ name, dataType }) => `${name}:${dataType}`).join(', ');
        return `${list} (${rows ?? 'no'} rows)`;
      }),
      ...errors.map(({ code, message }) => `check: ${code}: ${message}`),
    ],
    notes: report.tables.flatMap(({ notes, columns }) => [
      ...notes,
      ...columns.flatMap(({ name, note }) => (note === null ? [] : `${name}: ${note}`)),
    ]),
  };
}

/** With what differs in another carrier, if the file is a table of `tables/`, which are written in each. */
async function answersOf(folder: string, path: string): Promise<string[]> {
  const content = readFileSync(join(answersFolder, folder, path));
  const { dataset, notes } = await answer(path, content);
  const lines = [...dataset, ...notes.map((note) => `note: ${note}`)];
  if (folder !== 'tables') return lines;
  const rows: Rows = parse(content, { relax_column_count: true, skip_empty_lines: false });
  for (const [carrier, write] of Object.entries(carriers)) {
    const other = await answer(`${basename(path, '.csv')}.${carrier}`, write(rows));
    const codes = (texts: readonly string[]) => texts.map((text) => text.replace(/(check: \S+):.*/, '$1'));
    assert.deepEqual(columnsOf(other.dataset), columnsOf(dataset), `${path} as ${carrier}`);
    if (codes(other.dataset).join('\n') !== codes(dataset).join('\n'))
      lines.push(...other.dataset.map((line) => `${carrier}: ${line}`));
  }
  return lines;
}

/** The columns, and what a check finds: all but what only a carrier with short rows, or with blank cells, can have. */
function columnsOf(dataset: readonly string[]): string[] {
  return dataset
    .filter((line) => !line.startsWith('check: row-width'))
    .map((line) => line.replace(/ \(\d+ rows\)$|(check: \S+):.*/, '$1'));
}

describe('The recorded answers', function () {
  this.timeout(60_000);
  const folders = readdirSync(answersFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: folder } of folders)
    it(`are those that the files of test/recorded/answers/${folder} still get`, async () => {
      const paths = readdirSync(join(answersFolder, folder)).sort();
      const now: Record<string, string[]> = {};
      for (const path of paths) now[path] = await answersOf(folder, path);
      const recordPath = join(answersFolder, `${folder}.json`);
      const record = existsSync(recordPath) ? readFileSync(recordPath, 'utf8') : '{}';
      const recorded: Record<string, string[]> = JSON.parse(record);
      const names = [...new Set([...paths, ...Object.keys(recorded)])];
      const changes = names.filter((path) => now[path]?.join('\n') !== recorded[path]?.join('\n'));
      for (const path of changes) {
        const { [path]: before = ['(not recorded)'] } = recorded;
        const { [path]: after = ['(no such file)'] } = now;
        console.log(`\n${folder}/${path}`);
        for (const line of before) if (!after.includes(line)) console.log(`  before: ${line}`);
        for (const line of after) if (!before.includes(line)) console.log(`  after:  ${line}`);
      }
      if (isRecording) writeFileSync(recordPath, `${JSON.stringify(now, undefined, 2)}\n`);
      else assert.deepEqual(changes, [], 'If the answers became better, record them: see CONTRIBUTING.md.');
    });
});
