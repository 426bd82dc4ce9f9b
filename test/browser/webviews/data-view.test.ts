import assert from 'node:assert/strict';
import type {
  DataPageContent,
  FromDataPage,
  PageNote,
  PageTable,
  ToDataPage,
} from '../../../src/data-view/data-messages.ts';
import { rangePattern } from '../../../src/inference/formats/excel/cells.ts';
import { PlainWebview } from './plain-webview.ts';

const harmful = '<img src=x onerror="attacked = 1">';

const notes: readonly PageNote[] = [
  {
    text: 'day: the order of days and months is not clear.',
    choices: [
      { label: 'Day, month, year', reading: { dateOrder: 'dmy' } },
      { label: 'Month, day, year', reading: { dateOrder: 'mdy' } },
    ],
  },
  {
    text: 'total: N/A may mean no value.',
    choices: [{ label: 'N/A Means Empty', reading: { nulls: ['N/A'] } }],
  },
];

function table(shownNotes: readonly PageNote[]): PageTable {
  return {
    name: 'survey',
    key: 'survey',
    summary: 'survey.csv: 3 rows',
    skipped: [{ label: 'Line 1, skipped', text: `Survey of 2024 ${harmful}` }],
    columns: [
      { name: 'district', key: '0-0', dataType: 'string' },
      { name: harmful, key: '0-1', dataType: 'string' },
      { name: 'total', key: '0-2', dataType: undefined },
    ],
    more: '1 more column',
    rows: [
      ['North', harmful, '1.5'],
      ['South', '[a](command:x)', 'N/A'],
    ],
    notes: shownNotes,
  };
}

const count = {
  kind: 'count',
  pattern: '^\\d{1,9}$',
  hint: 'Enter a whole number from 0.',
} as const;

const range = {
  kind: 'text',
  pattern: rangePattern.source,
  hint: 'Enter a range of cells, such as Sheet1!A5:F200.',
} as const;

const content: DataPageContent = {
  title: 'survey.csv',
  strings: {
    accept: 'Create Dataset File',
    options: 'Options for Reading',
    other: 'Other',
    textsHint: 'Separate several by commas.',
    format: 'Format',
    decimalType: 'Numbers',
    decimalTypeHint: 'Of columns with fractions.',
    merge: 'Merge tables with the same columns',
    filter: 'Filter Tables',
    all: 'All',
    none: 'None',
    selected: '{0} of {1} tables selected',
  },
  options: [
    {
      name: 'delimiter',
      label: 'Delimiter',
      description: 'Between two values.',
      control: {
        kind: 'choice',
        choices: [{ label: 'Detect' }, { label: 'Comma', value: ',' }],
        other: { pattern: '^.$', hint: 'Enter one character.' },
      },
    },
    { name: 'nulls', label: 'Empty Values', description: 'Texts.', control: { kind: 'texts' } },
    { name: 'range', label: 'Cells', description: 'Of a workbook.', control: range },
    { name: 'skip', label: 'Lines to Skip', description: 'Before the header.', control: count },
  ],
  reading: {},
  tables: [table(notes)],
  shared: [],
  skipped: ['Skipped in shop.sql: SET: 1'],
  problems: ["more.csv can't be read."],
  isMerged: false,
  formats: ['json', 'yaml'],
  decimalTypes: ['Double', 'Decimal'],
  selectsColumns: true,
  status: 'The preview was updated.',
};

describe('The page of data files', () => {
  let view: PlainWebview<FromDataPage, ToDataPage>;

  before(async () => {
    view = await PlainWebview.open('data');
  });

  after(() => view?.close());

  beforeEach(async () => {
    await view.load();
    assert.deepEqual(await view.posted(), [{ kind: 'ready' }]);
    await view.deliver({ kind: 'show', content });
  });

  const button = (name: string) => view.page.getByRole('button', { name });
  const accept = () => button('Create Dataset File');

  it('is accessible in light, dark, and high-contrast themes, also where what was typed is not valid', async () => {
    assert.deepEqual(await view.violationsInThemes(), []);
    await view.page.getByLabel('Lines to Skip').fill('two');
    await view.page.getByText('Enter a whole number from 0.').waitFor();
    assert.deepEqual(await view.violationsInThemes(), []);
  });

  it('shows all options whole in a narrow column, which scrolls as one', async () => {
    await view.page.setViewportSize({ width: 300, height: 400 });
    const isWhole = await view.page.evaluate(
      `(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight <= clientHeight && scrollWidth <= clientWidth)(document.querySelector('.reading-options'))`,
    );
    await view.page.setViewportSize({ width: 1280, height: 720 });
    assert.equal(isWhole, true);
  });

  it('begins with the focus on the button that accepts it, also when it is a part of VS Code that gets the focus', async () => {
    await view.focusIsOn('Create Dataset File');
    await view.page.evaluate("document.activeElement.blur(); dispatchEvent(new Event('focus'))");
    await view.focusIsOn('Create Dataset File');
    await view.page.keyboard.press('Enter');
    const answer = { format: 'json', decimalType: 'Double', without: [] };
    assert.deepEqual(await view.posted(), [{ kind: 'accept', answer }]);
  });

  it('shows names and values as texts', async () => {
    assert.equal(await view.page.locator('img, a, b, iframe, object').count(), 0);
    assert.equal(await view.page.evaluate("'attacked' in globalThis"), false);
    await view.page.getByRole('rowheader', { name: 'Line 1, skipped' }).waitFor();
    assert.equal(await view.page.getByText(harmful).count(), 3);
  });

  it('reads again by a button of a note, which adds to what was chosen before, and moves the focus to the next one', async () => {
    await button('N/A Means Empty').press('Enter');
    await button('Day, month, year').press('Enter');
    assert.deepEqual(await view.posted(), [
      { kind: 'read', reading: { nulls: ['N/A'] }, isMerged: false },
      { kind: 'read', reading: { nulls: ['N/A'], dateOrder: 'dmy' }, isMerged: false },
    ]);
    await view.deliver({ kind: 'show', content: { ...content, tables: [table(notes.slice(1))] } });
    await view.focusIsOn('N/A Means Empty');
    await view.deliver({ kind: 'show', content: { ...content, tables: [table([])] } });
    await view.focusIsOn('Create Dataset File');
  });

  it('marks what is not valid, reads nothing with it, and leads to it instead of accepting it', async () => {
    const lines = view.page.getByLabel('Lines to Skip');
    await lines.fill('two');
    await view.page.getByText('Enter a whole number from 0.').waitFor();
    assert.equal(await lines.getAttribute('aria-invalid'), 'true');
    await accept().press('Enter');
    await view.page.locator('input[aria-invalid="true"]:focus').waitFor();
    assert.deepEqual(await view.posted(), []);
    await lines.fill('2');
    await lines.press('Control+Enter');
    const [read, accepted, ...others] = await view.posted();
    assert.deepEqual(read, { kind: 'read', reading: { skip: 2 }, isMerged: false });
    assert.equal(accepted?.kind, 'accept');
    assert.deepEqual(others, []);
  });

  it('marks what is no range of cells', async () => {
    const cells = view.page.getByLabel('Cells');
    await cells.fill('A1');
    await view.page.getByText('Enter a range of cells, such as Sheet1!A5:F200.').waitFor();
    assert.equal(await cells.getAttribute('aria-invalid'), 'true');
    await cells.fill('Orders!A1:B2');
    await accept().focus();
    assert.equal(await cells.getAttribute('aria-invalid'), 'false');
    assert.deepEqual(await view.posted(), [
      { kind: 'read', reading: { range: 'Orders!A1:B2' }, isMerged: false },
    ]);
  });

  it('leaves out what is deselected, with the chosen format and data type', async () => {
    await view.page.getByRole('checkbox', { name: 'district' }).press('Space');
    await view.page.getByLabel('Format').selectOption('YAML');
    await view.page.getByLabel('Numbers').selectOption('Decimal');
    assert.equal(await view.page.locator('th[scope="col"]').last().textContent(), 'totalDecimal');
    await accept().press('Enter');
    const answer = { format: 'yaml', decimalType: 'Decimal', without: ['0-0'] };
    assert.deepEqual(await view.posted(), [{ kind: 'accept', answer }]);
    await view.page.getByRole('checkbox', { name: 'survey' }).press('Space');
    assert.equal(await accept().isDisabled(), true);
    // With one of its columns, the table is taken again.
    await view.page.getByRole('checkbox', { name: 'total' }).press('Space');
    await accept().press('Enter');
    const second = { ...answer, without: ['0-0', '0-1'] };
    assert.deepEqual(await view.posted(), [{ kind: 'accept', answer: second }]);
  });

  describe('with many tables', () => {
    const many: PageTable[] = Array.from({ length: 12 }, (_, index) => ({
      ...table([]),
      name: `${index < 3 ? 'Sales' : 'stock'}_${index}`,
      key: `${index}`,
      summary: '',
      // The last one is beyond the columns that the page shows.
      columns: index === 11 ? [] : [{ name: `column_${index}`, key: `${index}-0`, dataType: 'string' }],
    }));
    const filter = () => view.page.getByLabel('Filter Tables');

    beforeEach(() =>
      view.deliver({ kind: 'show', content: { ...content, shared: ['From erp.sql (sql)'], tables: many } }),
    );

    it('takes a few of them by keyboard with the filter, None, and All', async () => {
      assert.deepEqual(await view.violationsInThemes(), []);
      await view.page.getByText('12 of 12 tables selected').waitFor();
      await filter().focus();
      await view.page.keyboard.press('Tab');
      await view.page.keyboard.press('Tab');
      await view.focusIsOn('None');
      await view.page.keyboard.press('Enter');
      await view.page.getByText('0 of 12 tables selected').waitFor();
      assert.equal(await accept().isDisabled(), true);
      assert.deepEqual(await view.violationsInThemes(), []);
      await filter().focus();
      await view.page.keyboard.type('sales');
      assert.equal(await view.page.getByRole('checkbox').count(), 4, 'three tables and the option');
      await view.page.keyboard.press('Tab');
      await view.page.keyboard.press('Enter');
      await view.page.getByText('3 of 12 tables selected').waitFor();
      await filter().fill('');
      await view.page.getByRole('checkbox', { name: 'Sales_1' }).press('Space');
      await view.page.getByRole('checkbox', { name: 'stock_11' }).press('Space');
      await view.page.getByText('3 of 12 tables selected').waitFor();
      await accept().press('Enter');
      const [sent] = await view.posted();
      assert.ok(sent?.kind === 'accept');
      const left = many.filter(({ key }) => !sent.answer.without.includes(key)).map(({ name }) => name);
      assert.deepEqual(left, ['Sales_0', 'Sales_2', 'stock_11']);
    });

    it('says once what is alike in them, and has no filter for ten', async () => {
      assert.equal(await view.page.getByText('From erp.sql (sql)').count(), 1);
      await view.deliver({ kind: 'show', content: { ...content, tables: many.slice(0, 10) } });
      assert.equal(await filter().count(), 0);
    });
  });
});
