import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'jsonc-parser';
import { vsixPath } from '../../scripts/vsix.ts';
import { DataPage } from '../workbench/pages/data-page.ts';
import { pickerViolations } from './accessibility.ts';
import { createdDatasetId } from './create-as-user.ts';
import { type AttackResult, attack } from './designer/attack.ts';
import { inWorkbench } from './in-workbench.ts';
import { step } from './step.ts';

const dataset = {
  name: 'Sales',
  tables: [
    {
      name: 'Orders',
      columns: [
        { name: 'id', dataType: 'Int64' },
        { name: 'total', dataType: 'Int64' },
        { name: 'gone', dataType: 'string' },
      ],
    },
  ],
};

/** Lines before the table, texts for missing values, dates with an order, and a name and a value that could do harm. */
const survey = `Survey of 2024, as of May
<b onclick="attacked = 1">all districts</b>

district,day,total,<img src=x onerror="attacked = 1">
North,13/04/2024,"1,5",<img src=x onerror="attacked = 1">
South,14/05/2024,N/A,[a](command:x)
${'East,15/06/2024,12,plain\n'.repeat(30)}`;

/** As pg_dump writes it. */
const dump = `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
CREATE TABLE public.customers (
    id integer NOT NULL,
    name character varying(100),
    is_active boolean DEFAULT true,
    address jsonb
);
CREATE TABLE public.payments (
    id bigint NOT NULL,
    amount numeric(10,2),
    paid_at timestamp without time zone
);
CREATE VIEW public.late_payments AS SELECT id FROM public.payments;
COPY public.customers (id, name, is_active, address) FROM stdin;
1\tAda\tt\t\\N
\\.
CREATE INDEX payments_paid_at ON public.payments USING btree (paid_at);
`;

/** Writes a gigabyte of rows. */
async function writeLarge(path: string): Promise<void> {
  const rows = 'some text,"a quoted, value",12345.5,2024-01-01\n'.repeat(22_000);
  const file = await open(path, 'w');
  await file.write('a,b,c,d\n');
  for (let megabytes = 0; megabytes < 1000; megabytes++) await file.write(rows);
  await file.close();
}

/** Only a window drops and pastes them, has their menu in the Explorer, and a page with a policy and the focus. */
describe('Data files in the workbench', () => {
  let folder: string;

  const session = inWorkbench(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-'));
    await writeFile(join(folder, 'orders.csv'), 'id,total,paid\n1,2.5,true\n2,3,false\n');
    await writeFile(join(folder, 'sales.dataset.json'), `${JSON.stringify(dataset, undefined, 2)}\n`);
    await writeFile(join(folder, 'survey.csv'), survey);
    await writeFile(join(folder, 'shop.sql'), dump);
    await writeFile(join(folder, 'wrong.csv'), 'id,total,gone\n1,2,a\nx,2.5,b\n3,n/a,c\n');
    // Łódź and Gdańsk in windows-1250.
    for (const [file, city] of Object.entries({
      'zakupy-01.csv': '\xa3\xf3d\x9f',
      'zakupy-02.csv': 'Gda\xf1sk',
    }))
      await writeFile(join(folder, file), `id;total;gone\n1;2;${city}\n`, 'latin1');
    return { workspace: folder, vsix: vsixPath(), settings: { 'dataset.dataTypes': ['Double'] } };
  });

  const page = () => new DataPage(session().workbench.page);

  after(() => rm(folder, { recursive: true, force: true }));

  it('become a dataset from the explorer, with a report', async () => {
    const { workbench } = session();
    await workbench.chooseInExplorer('orders.csv', 'New Dataset from Data Files…');
    await page().open();
    await session().picture('from-data-page');
    await workbench.press('Enter');
    await workbench.text(/"dataType": "Double"/);
    assert.match(await workbench.notification(/was inferred/), /Tables: 1, columns: 3/);
    await session().picture('from-data-created');
    await workbench.pressNotificationButton('Show Report');
    await workbench.page.locator('.tab', { hasText: 'Report on orders' }).first().waitFor();
    await session().picture('from-data-report');
  });

  it('have a page that reads them again, where their contents do nothing, and that forbids everything that is not its own', async () => {
    const { workbench } = session();
    await workbench.chooseInExplorer('survey.csv', 'New Dataset from Data Files…');
    await page().open();
    const { view } = page();
    const type = (name: string, dataType: string) =>
      view.locator('th[scope="col"]').filter({ hasText: new RegExp(`^${name}${dataType}$`) });
    await view.getByText('Survey of 2024, as of May', { exact: false }).first().waitFor();
    await type('total', 'string').waitFor();
    assert.equal(await view.locator('tbody tr').count(), 20);
    await session().picture('from-data-survey');
    await view.getByRole('button', { name: /Day, month, year/ }).press('Enter');
    await type('day', 'DateTime').waitFor();
    await view.getByText('The preview was updated.').waitFor();
    await view.getByLabel('Lines to Skip').fill('99');
    await view
      .getByText(/all of its rows are skipped\./)
      .first()
      .waitFor();
    await session().picture('from-data-refused');
    await view.getByLabel('Lines to Skip').fill('');
    await type('district', 'string').waitFor();

    const frame = await page().frame();
    assert.equal(await frame.evaluate(`'attacked' in globalThis`), false);
    assert.equal(await view.locator('img, a, b, iframe, object').count(), 0);
    const policy = await frame.evaluate<string>(`document.querySelector('meta[http-equiv]').content`);
    assert.match(policy, /default-src 'none'.*form-action 'none'/);
    const { attacked, fetched, notReported } = await frame.evaluate<AttackResult>(attack);
    assert.deepEqual(
      { attacked, fetched, notReported },
      { attacked: false, fetched: false, notReported: [] },
    );
    await view.getByRole('checkbox', { name: 'district' }).press('Space');
    await page().accept('Create Dataset File').click();
    await workbench.text(/"name": "day"/);
    assert.doesNotMatch((await workbench.editor.textContent()) ?? '', /district/);
    await workbench.closeNotifications();
    await workbench.runCommand('View: Revert and Close Editor');
  });

  it('can be a database dump, whose tables are created as a dataset', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Start Local Gateway');
    await workbench.notification(/local gateway is running at/);
    await workbench.closeNotifications();
    await workbench.chooseInExplorer('shop.sql', 'New Dataset from Data Files…');
    await page().open();
    await page()
      .view.getByText(/^Skipped in shop\.sql: SET: 1, view: 1 \(public\.late_payments\)/)
      .waitFor();
    await session().picture('from-data-dump');
    await workbench.press('Enter');
    await workbench.text(/"name": "payments"/);
    assert.match(await workbench.notification(/was inferred/), /Tables: 2, columns: 7/);
    await session().picture('from-data-dump-dataset');
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Create Dataset');
    await createdDatasetId(workbench);
    await session().picture('from-data-dump-created');
    await workbench.closeNotifications();
    await workbench.runCommand('View: Revert and Close Editor');
  });

  it('are one story: become columns when their cells are pasted, and are read again with other options when the user selects that', async () => {
    await step('become columns when their cells are pasted', async () => {
      const { workbench } = session();
      const { page } = workbench;
      await workbench.openFile('sales.dataset.json');
      // After the bracket of "columns".
      await workbench.goToEndOfLine(6);
      // In the page's language: here are no types of a browser.
      await page.evaluate("navigator.clipboard.writeText('day\\tcount\\n2024-01-31\\t5\\n')");
      await workbench.press('Control+V');
      await workbench.text(/"dataType": "DateTime"/);
      await session().picture('from-data-pasted');
    });

    await step('are read again with other options when the user selects that after a paste', async () => {
      const { workbench } = session();
      const options = workbench.page.locator('.action-widget').getByText('Options for Reading…');
      await workbench.until(options, () => workbench.press('Control+.'));
      await options.click();
      await page().open();
      await session().picture('from-data-paste-page');
      // By keyboard alone: the options come after the button, in the order of the page.
      // Those of the encoding and the delimiter come before that of the header.
      for (let option = 0; option < 3; option++) await workbench.press('Tab');
      await workbench.press('End');
      await page().view.locator('th[scope="col"]').filter({ hasText: 'Column1' }).waitFor();
      for (let option = 0; option < 3; option++) await workbench.press('Shift+Tab');
      await workbench.press('Enter');
      await workbench.text(/"name": "Column1"/);
      await session().picture('from-data-pasted-with-options');
      await workbench.runCommand('File: Revert File');
    });
  });

  it('become a table when they are dropped while Shift is pressed', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.dropFromExplorer('orders.csv', /"gone"/);
    await page().open();
    await session().picture('from-data-drop-page');
    await workbench.press('Enter');
    await workbench.text(/"paid"/);
    await session().picture('from-data-dropped');
    await workbench.runCommand('File: Revert File');
  });

  it('become a table that is shown, when they are dropped far from it', async () => {
    const { workbench } = session();
    const columns = Array.from({ length: 100 }, (_, index) => ({ name: `c${index}`, dataType: 'Int64' }));
    const long = join(session().workspace, 'long.dataset.json');
    await writeFile(
      long,
      JSON.stringify({ name: 'Long', tables: [{ name: 'Wide', columns }] }, undefined, 2),
    );
    await workbench.openFile('long.dataset.json');
    // The rows below it move when the Explorer shows it, also while one of them is dragged.
    await workbench.page.locator('.explorer-folders-view').getByText('long.dataset.json').waitFor();
    await workbench.dropFromExplorer('orders.csv', /"Wide"/);
    await page().open();
    await workbench.press('Enter');
    await workbench.text(/"paid"/);
    await session().picture('from-data-dropped-far');
    await workbench.runCommand('File: Revert File');
    await workbench.runCommand('View: Close Editor');
    // Other tests expect one dataset.
    await rm(long);
  });

  it('become a table when another program drops them', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    // As another window gives it: a browser has no paths of files of its computer.
    const { pathname } = pathToFileURL(join(session().workspace, 'orders.csv'));
    const { host } = new URL(workbench.page.url());
    await workbench.dropFromOutside(`vscode-remote://${host}${pathname}`, /"gone"/);
    await page().open();
    await workbench.press('Enter');
    await workbench.text(/"paid"/);
    await session().picture('from-data-dropped-from-outside');
    await workbench.runCommand('File: Revert File');
  });

  it('become a table when CREATE TABLE is pasted', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    // After the bracket of "tables".
    await workbench.goToEndOfLine(3);
    const sql = 'CREATE TABLE refunds (id int PRIMARY KEY, refunded_on date, amount decimal(9, 2));';
    await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(sql)})`);
    await workbench.press('Control+V');
    await workbench.text(/"name": "refunds"/);
    await workbench.text(/"name": "refunded_on"/);
    await session().picture('from-data-pasted-sql');
    await workbench.runCommand('File: Revert File');
  });

  it('with changes update a table: by the changes that are selected, all but removals at first', async () => {
    const { workbench } = session();
    // Where it applies, the user's own data types don't count.
    await writeFile(join(session().workspace, 'dataset-studio.json'), '{}');
    await workbench.openFile('sales.dataset.json');
    await workbench.goToEndOfLine(6);
    await workbench.runCommand('Dataset: Update Table from Data File…');
    await workbench.openInDialog(/Select a Data File/, join(session().workspace, 'orders.csv'));
    const prompt = /Select the data type for numbers/;
    assert.deepEqual(await pickerViolations(session(), prompt, 'from-data-data-types'), []);
    await workbench.pick(prompt, 'Double');
    const changes = workbench.question(/Changes from orders\.csv/);
    const rows = changes.locator('.monaco-list-row');
    await rows.nth(2).waitFor();
    // Only what is visible: a row that VS Code uses again keeps the hidden texts of its earlier item.
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.trim()),
      ['total: Int64 → Double, because of row 1: 2.5', 'Add column paid (bool)', 'Remove gone'],
    );
    const title = /Changes from orders\.csv/;
    assert.deepEqual(await pickerViolations(session(), title, 'from-data-changes'), []);
    await workbench.acceptSelected(/Changes from orders\.csv/);
    await workbench.text(/"dataType": "Double"/);
    await workbench.text(/"paid"/);
    await workbench.text(/"gone"/);
    assert.match(await workbench.notification(/was updated/), /Table Orders/);
    await session().picture('from-data-updated');
    assert.match(await readFile(join(session().workspace, 'dataset-studio.json'), 'utf8'), /"Double"/);
    await workbench.runCommand('File: Revert File');
  });

  it('are checked against the dataset, and a problem at a cell leads to the update of the table', async () => {
    const { workbench } = session();
    await workbench.chooseInExplorer('wrong.csv', 'Check Data File…');
    assert.match(await workbench.notification(/doesn't fit/), /sales\.dataset\.json: 2 problems/);
    await session().picture('check-data-notification');
    await workbench.pressNotificationButton('Options for Reading…');
    await page().open();
    await page().view.getByLabel('Empty Values').fill('n/a');
    await page().view.getByText('The preview was updated.').waitFor();
    await session().picture('check-data-options');
    await page().accept('Check').press('Enter');
    await workbench.notification(/doesn't fit sales\.dataset\.json: 2 problems/);
    await session().picture('check-data-again');
    await workbench.closeNotifications();
    await workbench.openFile('wrong.csv');
    // Go to Next Problem.
    await workbench.press('F8');
    await workbench.page
      .locator('.marker-widget', { hasText: /Column id has the data type Int64/ })
      .waitFor();
    await session().picture('check-data-problem');
    await workbench.press('Escape');
    assert.ok((await workbench.quickFixes()).includes('Update table from data file…'));
    await workbench.takeQuickFix('Update table from data file…');
    await workbench
      .question(/Changes from wrong\.csv/)
      .getByRole('button', { name: 'Options for Reading…' })
      .click();
    await page().open();
    await page().view.getByLabel('Empty Values').fill('x, n/a');
    await page().view.getByText('The preview was updated.').waitFor();
    await session().picture('update-data-options');
    await page().view.getByLabel('Empty Values').press('Control+Enter');
    const changes = workbench.question(/Changes from wrong\.csv/).locator('.monaco-list-row');
    await changes.filter({ hasText: 'total: Int64 → Double' }).waitFor();
    await workbench.acceptSelected(/Changes from wrong\.csv/);
    assert.match(await workbench.notification(/was updated/), /Table Orders/);
    await workbench.openFile('sales.dataset.json');
    await workbench.text(/"dataType": "Double"/);
    await session().picture('check-data-updated');
    await workbench.runCommand('File: Revert File');
    await workbench.runCommand('Dataset: Clear Problems of Data Files');
  });

  it('can be large, and reading them can be cancelled', async () => {
    const { workbench } = session();
    await writeLarge(join(session().workspace, 'large.csv'));
    await workbench.chooseInExplorer('large.csv', 'New Dataset from Data Files…');
    const { page } = workbench;
    const progress = page.locator('.notification-list-item').filter({ hasText: /Reading large\.csv/ });
    await progress.filter({ hasText: /[1-9]\d %/ }).waitFor();
    await session().picture('from-data-reading');
    await workbench.pressNotificationButton('Cancel');
    await progress.waitFor({ state: 'hidden' });
    await session().picture('from-data-cancelled');
  });

  it('are read as the user chose once and remembered, so that the next month asks nothing', async () => {
    const { workbench, workspace } = session();
    await workbench.chooseInExplorer('zakupy-01.csv', 'Check Data File…');
    await workbench.notification(/with 1 warning/);
    await workbench.pressNotificationButton('Options for Reading…');
    await page().open();
    await page().view.getByLabel('Encoding').selectOption('Central European (windows-1250)');
    await page().view.getByText('Łódź').waitFor();
    await page().view.getByLabel('Delimiter').selectOption('Semicolon');
    await page().view.getByText('The preview was updated.').waitFor();
    await page().accept('Check').press('Enter');
    await workbench.notification(/The data fits sales\.dataset\.json\./);
    await session().picture('remember-offer');
    await workbench.pressNotificationButton('Remember for Files Like This');
    const question = workbench.question(/Remember for Files Like This/);
    await question.waitFor();
    assert.equal(await question.locator('input').inputValue(), 'zakupy-*.csv');
    await session().picture('remember-pattern');
    await workbench.press('Enter');
    await workbench.notification(/now says how files like zakupy-\*\.csv are read/);
    await session().picture('remember-written');
    const written = await readFile(join(workspace, 'dataset-studio.json'), 'utf8');
    assert.deepEqual(parse(written).data, [
      {
        files: ['zakupy-*.csv'],
        dataset: 'sales.dataset.json',
        table: 'Orders',
        reading: { delimiter: ';', encoding: 'windows-1250' },
      },
    ]);
    await workbench.closeNotifications();
    await workbench.chooseInExplorer('zakupy-02.csv', 'Check Data File…');
    // Neither a question, nor the warning about the encoding.
    await workbench.notification(/The data fits sales\.dataset\.json\./);
    await session().picture('remember-next-month');
  });
});
