/** A table as people export it, before it is written as delimited text. */
export interface PlainTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface MutatedFile {
  readonly name: string;
  readonly text: string;
  /** The names of the columns that should be found. */
  readonly names: readonly string[];
}

const delimiters = [',', ';', '\t', '|'] as const;

const words = ['North', 'South', 'East Side', 'Old Town', 'Harbour', 'Mill Lane', 'Station', 'Upper Park'];
const people = ['Ann Lee', 'Bo Roe', 'Cy Diaz', 'Di Wong', 'Ed Novak', 'Flo Haas'];

type Column = readonly [name: string, value: (row: number) => string];

const pick =
  (texts: readonly string[], step = 1) =>
  (row: number) =>
    texts[(row * step + (row >> 2)) % texts.length] ?? '';
const integer = (least: number, range: number) => (row: number) =>
  String(least + ((row * 7919 + least * 31) % range));
const fraction = (range: number) => (row: number) => ((((row + 3) * 104_729) % range) / 100).toFixed(2);
const date = (row: number) => `2024-0${1 + (row % 9)}-${10 + (row % 18)}`;
const sometimes = (value: (row: number) => string) => (row: number) => (row % 4 === 1 ? '' : value(row));

/** Columns of twelve kinds of files. */
const subjects: readonly (readonly Column[])[] = [
  [
    ['id', integer(1, 900)],
    ['name', pick(people)],
    ['city', pick(words)],
    ['note', sometimes(pick(words, 3))],
  ],
  [
    ['district', pick(words)],
    ['total', integer(100, 9000)],
    ['share', fraction(9000)],
  ],
  [
    ['order_id', (row) => `A-${1000 + row}`],
    ['ordered', date],
    ['amount', fraction(90_000)],
    ['paid', (row) => String(row % 3 > 0)],
    ['comment', sometimes(pick(words))],
  ],
  [
    ['station', pick(words)],
    ['measured', (row) => `${date(row)}T0${row % 10}:15:00Z`],
    ['temperature', fraction(3500)],
    ['humidity', integer(20, 70)],
    ['flag', sometimes(pick(['A', 'B']))],
  ],
  [
    ['Country', pick(['France', 'Ghana', 'Peru', 'Japan'])],
    ['Capital', pick(['Paris', 'Accra', 'Lima', 'Tokyo'])],
    ['Language', pick(['French', 'English', 'Spanish', 'Japanese'])],
  ],
  [
    ['sku', (row) => `00${4711 + row}`],
    ['Product', pick(words)],
    ['Price', fraction(20_000)],
    ['Stock', integer(0, 300)],
    ['Category', pick(['Tools', 'Toys'])],
  ],
  [
    ['HITId', (row) => `3X${row}KQ`],
    ['Title', pick(words)],
    ['Reward', (row) => `$0.${10 + (row % 50)}`],
    ['Answer', pick(['yes, sure', 'no', 'maybe, later'])],
    ['Approve', sometimes(pick(['x']))],
    ['Reject', sometimes(pick(['x']))],
  ],
  [
    ['lat', (row) => `${47 + (row % 3)}.${1234 + row}`],
    ['lon', (row) => `-${8 + (row % 3)}.${5678 + row}`],
    ['depth', integer(1, 60)],
    ['magnitude', fraction(800)],
  ],
  [
    ['First name', pick(people)],
    ['Last name', pick(words)],
    ['E-mail', (row) => `user${row}@example.org`],
    ['Phone', (row) => `+49 30 ${12_345 + row}`],
    ['Joined', date],
  ],
  [
    ['gene', (row) => `ENSG${10_000 + row}`],
    ['chromosome', (row) => `chr${1 + (row % 22)}`],
    ['start', integer(1000, 90_000)],
    ['end', integer(99_000, 9000)],
    ['strand', pick(['+', '-'])],
    ['score', fraction(1000)],
  ],
  [
    ['Question', (row) => `Q${row + 1}`],
    ['Text', pick(['How are you?', 'Why, exactly?', 'Where to?'])],
    ['Mean', fraction(500)],
    ['Answers', integer(40, 90)],
  ],
  [
    ['time', (row) => String(row * 10)],
    ['x', fraction(300)],
    ['y', fraction(200)],
    ['z', fraction(100)],
    ['label', sometimes(pick(['walk', 'run']))],
  ],
];

function cell(text: string, delimiter: string, quoteAll = false): string {
  return quoteAll || text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

const line = (cells: readonly string[], delimiter: string, quoteAll = false) =>
  cells.map((text) => cell(text, delimiter, quoteAll)).join(delimiter);

type Mutation = (table: PlainTable, delimiter: string) => { lines: string[]; names?: readonly string[] };

const plain = ({ names, rows }: PlainTable, delimiter: string, quoteAll = false) =>
  [names, ...rows].map((cells) => line(cells, delimiter, quoteAll));

/** Rows without the empty fields at their ends, and some without a last field. */
const shortened = (rows: PlainTable['rows']) =>
  rows.map((row, index) => {
    const end = row.findLastIndex((text) => text !== '') + 1;
    return row.slice(0, index % 5 === 3 ? Math.max(1, row.length - 1) : end);
  });

const withList = ({ names, rows }: PlainTable, separator: string): PlainTable => ({
  names: [...names.slice(0, 2), 'tags', ...names.slice(2)],
  rows: rows.map((row, index) => [
    ...row.slice(0, 2),
    ['red', 'green', 'blue', 'grey'].slice(index % 2, 3 + (index % 2)).join(separator),
    ...row.slice(2),
  ]),
});

const listed =
  (separator: string, isShort: boolean, quoteAll = false): Mutation =>
  (table, delimiter) => {
    const { names, rows } = withList(table, separator);
    return { lines: plain({ names, rows: isShort ? shortened(rows) : rows }, delimiter, quoteAll), names };
  };

const insert = (lines: readonly string[], ...added: readonly (readonly [at: number, text: string])[]) => {
  const result = [...lines];
  for (const [at, text] of added) result.splice(at, 0, text);
  return result;
};

/** What people and programs do to files. */
export const mutations: Readonly<Record<string, Mutation>> = {
  none: (table, delimiter) => ({ lines: plain(table, delimiter) }),
  'a title': (table, delimiter) => ({ lines: ['Survey of 2024', ...plain(table, delimiter)] }),
  'a title with a comma': (table, delimiter) => ({
    lines: ['Survey of 2024', 'all districts, as of May', '', ...plain(table, delimiter)],
  }),
  'a title as wide as the table': ({ names, rows }, delimiter) => ({
    lines: [
      line(['Survey of 2024', ...names.slice(1).map(() => '')], delimiter),
      line(
        names.map(() => ''),
        delimiter,
      ),
      ...plain({ names, rows }, delimiter),
    ],
  }),
  'a title with two commas': (table, delimiter) => ({
    lines: ['Sales, by shop, in May', '', ...plain(table, delimiter)],
  }),
  'facts before the header': (table, delimiter) => ({
    lines: [
      line(['Created', '2024-01-02'], delimiter),
      line(['By', 'Ann'], delimiter),
      '',
      ...plain(table, delimiter),
    ],
  }),
  'comments before the header': (table, delimiter) => ({
    lines: ['# made by export, version 2', '# on Monday; by hand', ...plain(table, delimiter)],
  }),
  'comments among the records': (table, delimiter) => ({
    lines: insert(plain(table, delimiter), [3, '# checked until here'], [7, '# the rest, not yet']),
  }),
  'short rows': ({ names, rows }, delimiter) => ({
    lines: plain({ names, rows: shortened(rows) }, delimiter),
  }),
  'empty fields in all rows': (table, delimiter) => ({
    lines: plain(table, delimiter).map((text, index) => (index === 0 ? text : text + delimiter.repeat(2))),
  }),
  'empty fields in some rows': (table, delimiter) => ({
    lines: plain(table, delimiter).map((text, index) =>
      index % 3 === 1 ? text + delimiter.repeat(3) : text,
    ),
  }),
  'a delimiter at the end of each line': (table, delimiter) => ({
    lines: plain(table, delimiter).map((text, index) => (index === 0 ? text : text + delimiter)),
  }),
  'lists by semicolons': (table, delimiter) => listed(delimiter === ';' ? ',' : ';', false)(table, delimiter),
  'lists of three in rows that are mostly short': (table, delimiter) => {
    const { names, rows } = withList(table, delimiter === ';' ? '|' : ';');
    const short = rows.map((row, index) => (index % 4 === 0 ? row : row.slice(0, -1)));
    return { lines: plain({ names, rows: short }, delimiter), names };
  },
  'lists by bars and short rows': (table, delimiter) =>
    listed(delimiter === '|' ? ';' : '|', true)(table, delimiter),
  'lists by semicolons in quotes, and short rows': (table, delimiter) =>
    listed(delimiter === ';' ? '|' : ';', true, true)(table, delimiter),
  'a row of units': ({ names, rows }, delimiter) => ({
    lines: plain({ names, rows: [names.map((_, index) => (index === 0 ? '' : 'kg')), ...rows] }, delimiter),
  }),
  'no header': (table, delimiter) => ({
    lines: plain(table, delimiter).slice(1),
    names: table.names.map((_, index) => `Column${index + 1}`),
  }),
  'years as names': ({ names, rows }, delimiter) => {
    const all = [...names, '2019', '2020', '2022'];
    const wide = rows.map((row, index) => [...row, ...[1, 2, 3].map((n) => String(n * 17 + index))]);
    return { lines: plain({ names: all, rows: wide }, delimiter), names: all };
  },
  'everything in quotes': (table, delimiter) => ({ lines: plain(table, delimiter, true) }),
  'line breaks in a column': ({ names, rows }, delimiter) => {
    const all = [...names, 'remark'];
    return {
      lines: plain(
        { names: all, rows: rows.map((row, i) => [...row, `first ${i}\nsecond, third`]) },
        delimiter,
      ),
      names: all,
    };
  },
  'texts for missing values': ({ names, rows }, delimiter) => ({
    lines: plain(
      { names, rows: rows.map((row, i) => row.map((text, c) => ((i + c) % 6 === 0 ? 'N/A' : text))) },
      delimiter,
    ),
  }),
  'blank lines': (table, delimiter) => ({
    lines: plain(table, delimiter).flatMap((text, index) => (index % 5 === 4 ? [text, ''] : [text])),
  }),
  'a source below': (table, delimiter) => ({
    lines: [...plain(table, delimiter), '', 'Source: the city, 2024'],
  }),
  'groups above the names': ({ names, rows }, delimiter) => ({
    lines: [
      line(['', 'Men', '', 'Women', ''], delimiter),
      ...plain(
        {
          names: [names[0] ?? '', 'count', 'share', 'count', 'share'],
          rows: rows.map((row, i) => [row[0] ?? '', String(i), `${i}.5`, String(i * 2), `${i}.25`]),
        },
        delimiter,
      ),
    ],
    names: [names[0] ?? '', 'Men count', 'Men share', 'Women count', 'Women share'],
  }),
  'groups with repeated names': ({ names, rows }, delimiter) => ({
    lines: [
      line(['', 'Men', 'Men', 'Women', 'Women'], delimiter),
      ...plain(
        {
          names: [names[0] ?? '', 'count', 'share', 'count', 'share'],
          rows: rows.map((row, i) => [row[0] ?? '', String(i), `${i}.5`, String(i * 2), `${i}.25`]),
        },
        delimiter,
      ),
    ],
    names: [names[0] ?? '', 'Men count', 'Men share', 'Women count', 'Women share'],
  }),
  'titles above two tables': (table, delimiter) => ({
    lines: [
      'Table 1',
      ...plain(table, delimiter),
      '',
      'Table 2',
      line(['code', 'level'], delimiter),
      line(['1', 'good'], delimiter),
      line(['2', 'bad'], delimiter),
    ],
  }),
  'another, smaller table below': (table, delimiter) => ({
    lines: [
      ...plain(table, delimiter),
      '',
      line(['code', 'meaning'], delimiter),
      line(['1', 'good'], delimiter),
      line(['2', 'bad'], delimiter),
    ],
  }),
};

/** 48 good files, and each of them with each mutation. */
export function* mutatedFiles(): Generator<MutatedFile> {
  for (const [subject, columns] of subjects.entries())
    for (const [index, delimiter] of delimiters.entries()) {
      const count = [6, 12, 25, 60][(subject + index) % 4] ?? 6;
      const table: PlainTable = {
        names: columns.map(([name]) => name),
        rows: Array.from({ length: count }, (_, row) => columns.map(([, value]) => value(row))),
      };
      for (const [mutation, mutate] of Object.entries(mutations)) {
        const { lines, names = table.names } = mutate(table, delimiter);
        const text = lines.join(index % 2 === 0 ? '\n' : '\r\n') + (count === 12 ? '' : '\n');
        yield { name: `${mutation}: ${table.names[0]} with ${JSON.stringify(delimiter)}`, text, names };
      }
    }
}
