import { isFull } from '../../scripts/testing/random-cases.ts';
import { submissionTable } from '../../src/cli/commands/submissions.ts';
import { compareDatasets } from '../../src/comparison/compare.ts';
import { validateText } from '../../src/dataset/document.ts';
import { safeFixes } from '../../src/dataset/fixes/fix-all.ts';
import { ParsedDocument } from '../../src/dataset/parsed-document.ts';
import type { Design } from '../../src/designer/design.ts';
import { updateBetween, withUpdate } from '../../src/designer/update.ts';
import { allProblems } from '../../src/designer-view/state/navigation.ts';
import { layOut } from '../../src/diagram/scene.ts';
import { sceneAsSvg } from '../../src/diagram/write-svg.ts';
import { readEnvironments } from '../../src/environments/environment.ts';
import type { JournalRecord } from '../../src/submission/journal/journal.ts';

/** More items than a function can have arguments with the stack that `hostile-text.test.ts` gives. 8 MiB of text have 150,000 tables. */
const count = isFull ? 150_000 : 40_000;

const list = <Item>(item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const options = { rules: {}, dataTypes: [] };
const columnNamed = (name: string) => ({ name, dataType: 'string' });

/** A dataset of tables with one column each. */
const manyTables = (name: (index: number) => string) => ({
  name: 'd',
  tables: list((index) => ({ name: name(index), columns: [columnNamed(`c${index}`)] })),
});

/** A dataset of one table. */
const manyColumns = (name: (index: number) => string) => ({
  name: 'd',
  tables: [{ name: 't', columns: list((index) => columnNamed(name(index))) }],
});

function designWith(length: number): Design {
  const problems = list(
    () => ({ field: 'name', code: 'empty-name', severity: 'error', message: '' }) as const,
  );
  const tables = list((index) => ({ name: `t${index}`, columns: [], problems: index === 0 ? problems : [] }));
  return { dataset: { name: 'd', problems }, tables: tables.slice(0, length) };
}

const record: JournalRecord = {
  entry: {
    id: '20260101T000000000Z-0000000000000000',
    begunAt: '2026-01-01T00:00:00.000Z',
    environment: 'e',
    origin: 'https://gateway.example',
    requestUrl: 'https://gateway.example/',
    retentionPolicy: '',
    mayTake: 420_000,
    document: 'untitled:d',
    body: { sha256: '', contentSha256: '', length: 0 },
    owner: { pid: 1, startedAt: 'ms:1', host: 'h' },
  },
  state: { kind: 'in-flight' },
};

/** What works with the items of a document, a file or the journal, by a name, each with the worst ones for it. */
export const documentReaders: Readonly<Record<string, () => unknown>> = {
  'validating repeated names': () =>
    // In short lines, and with nearly all of the text in the last line.
    Promise.all(
      [
        JSON.stringify(
          manyTables(() => 't'),
          undefined,
          1,
        ),
        JSON.stringify(manyColumns(() => 'c')).replace('}', '}\n'),
      ].map(async (text) => (await validateText(text, 'json', options)).length),
    ),
  'validating unknown data types': () =>
    validateText(
      JSON.stringify(manyColumns((index) => `c${index}`)).replaceAll('"string"', '"strin"'),
      'json',
      {
        rules: {},
        dataTypes: list((index) => `sx${index}`),
      },
    ),
  'fixing names': () => safeFixes(new ParsedDocument(JSON.stringify(manyColumns(() => '')), 'json'), options),
  'comparing datasets': () =>
    [
      [manyTables((index) => `a${index}`), manyTables((index) => `b${index}`)],
      [manyColumns((index) => `a${index}`), manyColumns((index) => `a${index + 1}`)],
      [manyColumns(() => 'c'), manyColumns((index) => `a${index}`)],
    ].map(([before, after]) => compareDatasets(before, after).length),
  'drawing a dataset': () =>
    [manyTables((index) => `t${index}`), manyColumns(() => 'c')].map(
      (dataset) => sceneAsSvg(layOut(dataset)).length,
    ),
  'showing a dataset in the designer': () => [
    withUpdate(designWith(0), updateBetween(designWith(0), designWith(count))).tables.length,
    allProblems(designWith(count)).length,
  ],
  'reading environments': () =>
    readEnvironments(list((index) => ({ name: `e${index}`, baseUrl: 'https://gateway.example' }))).problems,
  'listing submissions': () => submissionTable(list(() => record)).length,
};
