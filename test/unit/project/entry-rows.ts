/** What an entry of a project file makes of a data file, whoever checks it. */
export interface EntryRow {
  readonly title: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** The name of the data file, and its bytes as latin1. */
  readonly file: string;
  readonly data: string;
  /** `code column row severity` of each finding; undefined if no entry names the file. */
  readonly found: readonly string[] | undefined;
}

const columns = [
  { name: 'Id', dataType: 'Int64' },
  { name: 'City', dataType: 'string' },
  { name: 'Price', dataType: 'Double' },
];
export const entryDataset = JSON.stringify({
  name: 'Sales',
  tables: [
    { name: 'Orders', columns },
    { name: 'Customers', columns: columns.slice(0, 2) },
  ],
});

const orders = { files: ['orders-*.csv'], dataset: 'sales.dataset.json', table: 'Orders' };
const polish = 'Id;City;Price\n1;\xa3\xf3d\x9f;1,5\n';

export const entryRows: readonly EntryRow[] = [
  {
    title: 'reading',
    entry: { ...orders, reading: { delimiter: ';', encoding: 'windows-1250', decimalComma: true } },
    file: 'orders-1.csv',
    data: polish,
    found: [],
  },
  {
    title: 'no reading',
    entry: orders,
    file: 'orders-1.csv',
    data: polish,
    found: ['wrong-encoding null null warning'],
  },
  {
    title: 'empty values and no header',
    entry: { ...orders, reading: { nulls: ['N/A'], header: false, delimiter: 'tab' } },
    file: 'Orders-1.CSV',
    data: '1\tx\t1.5\nN/A\ty\tN/A\n',
    found: [
      'missing-column Id null error',
      'missing-column City null error',
      'missing-column Price null error',
      'extra-column Column1 null error',
      'extra-column Column2 null error',
      'extra-column Column3 null error',
    ],
  },
  {
    title: 'columns that may be missing or more',
    entry: { ...orders, allowExtraColumns: true, allowMissingColumns: true },
    file: 'orders-1.csv',
    data: 'Id,More\n1,2\nx,3\n',
    found: [
      'unfit-value Id 2 error',
      'missing-column City null warning',
      'missing-column Price null warning',
      'extra-column More null warning',
    ],
  },
  {
    title: 'the table of its name',
    entry: { files: ['*.csv'], dataset: 'sales.dataset.json' },
    file: 'customers.csv',
    data: 'Id,City\n1,2\n',
    found: [],
  },
  {
    title: 'another table',
    entry: { ...orders, table: 'customers' },
    file: 'orders-1.csv',
    data: 'Id,City,Price\n1,2,3\n',
    found: ['extra-column Price null error'],
  },
  { title: 'another file', entry: orders, file: 'orders.csv', data: 'Id\n', found: undefined },
];

/** A finding as the rows have it. */
export function shortFinding(finding: object): string {
  const { code, column, row, severity } = finding as Readonly<Record<string, unknown>>;
  return `${code} ${column} ${row} ${severity}`;
}
