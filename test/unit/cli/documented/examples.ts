import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bodyContentHash, sha256 } from '../../../../src/submission/journal/entry.ts';
import type { GitRepository } from '../git-repository.ts';

type Columns = readonly (readonly [name: string, dataType: string])[];

const sales: Columns = [
  ['SaleID', 'Int64'],
  ['ProductID', 'Int64'],
  ['Quantity', 'Int64'],
  ['Customer', 'string'],
  ['IsPaid', 'bool'],
  ['SoldOn', 'DateTime'],
];
const changed: Columns = [...sales.slice(0, 2), ['Quantity', 'string'], ...sales.slice(3)];

function datasetOf(name: string, tables: Readonly<Record<string, Columns>>): string {
  const list = Object.entries(tables).map(([table, columns]) => ({
    name: table,
    columns: columns.map(([column, dataType]) => ({ name: column, dataType })),
  }));
  return JSON.stringify({ name, tables: list });
}

/** An entry of a journal that a dataset was created from, as docs/design/journal-files.md describes it. */
async function record(
  { folder }: GitRepository,
  id: string,
  [environment, datasetId, text]: readonly [string, string, string],
): Promise<void> {
  const body = Buffer.from(text);
  const begunAt = id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*/, '$1-$2-$3T$4:$5:$6.$7Z');
  const origin = `https://${environment}.example`;
  const head = {
    version: 1,
    id,
    begunAt,
    environment,
    origin,
    requestUrl: `${origin}/reporting/datasets`,
    retentionPolicy: '',
    document: pathToFileURL(join(folder, 'datasets/sales.dataset.json')).href,
    body: { sha256: sha256(body), contentSha256: bodyContentHash(body), length: body.length },
    owner: { pid: 1, startedAt: 'ms:0', host: 'elsewhere' },
    mayTake: 420_000,
  };
  const journal = join(folder, 'DIR');
  await mkdir(journal, { recursive: true });
  await writeFile(join(journal, `${id}.entry`), `${JSON.stringify(head)}\n${text}`);
  const outcome = { version: 1, at: begunAt, outcome: 'created', status: 201, datasetId, response: '' };
  await writeFile(join(journal, `${id}.outcome`), JSON.stringify(outcome));
}

/** What the examples of a page are about, beside the samples and the files that the page shows. */
export const examples: Readonly<Record<string, (repository: GitRepository) => Promise<unknown>>> = {
  'docs/check.md': async (repository) => {
    const columns: Columns = [
      ['OrderId', 'Int64'],
      ['Amount', 'Double'],
      ['OrderDate', 'DateTime'],
    ];
    const rows = Array.from({ length: 215 }, (_, row) => `${row},${row < 212 ? '12.5' : '12.5O'}\n`);
    await repository.write({
      'dataset-studio.json': JSON.stringify({
        dataTypes: ['Double'],
        include: ['datasets/**'],
        data: [{ files: ['orders.csv', 'customers.csv'], dataset: 'datasets/sales.dataset.json' }],
      }),
      'datasets/sales.dataset.json': datasetOf('Sales', {
        orders: columns,
        customers: [['CustomerId', 'Int64']],
      }),
      'export/orders.csv': `OrderId,Amount\n${rows.join('')}`,
      'export/customers.csv': 'CustomerId\n1\n',
    });
  },
  'docs/compare.md': async (repository) => {
    const main = datasetOf('Sales', { Sales: sales });
    await repository.commit({ 'sales.dataset.json': main });
    repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    repository.git('rm', '--quiet', 'sales.dataset.json');
    await repository.commit({
      'datasets/sales.dataset.json': datasetOf('Sales', { Sales: changed }),
      'datasets/regions.dataset.json': datasetOf('Regions', {}),
      '.git/info/exclude': '/*.json\n/*.yaml\n/samples\n',
    });
    const [id, product, quantity, , isPaid, soldOn] = changed;
    if (!id || !product || !quantity || !isPaid || !soldOn) return;
    const renamed: Columns = [id, product, quantity, ['CustomerName', 'string'], soldOn, isPaid];
    await repository.write({
      'old.dataset.json': main,
      // YAML includes JSON.
      'sales.dataset.yaml': datasetOf('Sales', { Sales: renamed, Region: [['Name', 'string']] }),
    });
  },
  'docs/creating.md': async (repository) => {
    const now = datasetOf('Sales', { Sales: [...changed, ['Region', 'string']] });
    const then = datasetOf('Sales', { Sales: sales });
    await record(repository, '20261120T081502000Z-0123456789abcdef', ['production', '5c1a', then]);
    await record(repository, '20261122T020659000Z-0123456789abcdef', ['staging', '77e0', now]);
    await repository.write({ 'datasets/sales.dataset.json': now });
  },
};
