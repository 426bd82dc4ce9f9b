import assert from 'node:assert/strict';
import type { BatchPageContent, FromBatchPage, PageRow } from '../../../src/batch-view/batch-messages.ts';
import { PlainWebview } from './plain-webview.ts';

function row(file: string, state: string, ...actions: PageRow['actions']): PageRow {
  const level = state === 'Created' ? 'info' : 'warning';
  return { document: `file:///${file}`, file, state, level, datasetId: '', cause: 'why', actions };
}

const settle = { action: 'settle', label: 'Settle…' } as const;
const copy = { action: 'copy-id', label: 'Copy ID' } as const;

const content: BatchPageContent = {
  title: 'Create Dataset in staging',
  facts: ['https://gateway.example/api', '12:00: finished'],
  counts: '1 of 3 datasets created in staging. 1 unknown, 1 rejected.',
  buttons: ['Resume'],
  headings: ['File', 'State', 'ID', 'Cause', 'Actions'],
  rows: [
    row('a.dataset.json', 'Outcome unknown', settle),
    { ...row('b.dataset.json', 'Rejected'), level: 'error', cause: 'a long cause '.repeat(20) },
    { ...row('<img src=x onerror="attacked = 1">', 'Created', copy), datasetId: 'd'.repeat(36) },
  ],
  more: '2 more are in the Submissions view.',
};

/** `content` with another first row. */
function withFirst(first: PageRow, buttons = content.buttons): BatchPageContent {
  return { ...content, buttons, rows: [first, ...content.rows.slice(1)] };
}

describe('The page of a batch', () => {
  let view: PlainWebview<FromBatchPage, BatchPageContent>;

  before(async () => {
    view = await PlainWebview.open('batch');
  });

  after(() => view?.close());

  beforeEach(async () => {
    await view.load();
    assert.deepEqual(await view.posted(), [{ kind: 'ready' }]);
    await view.deliver(content);
  });

  const button = (name: string) => view.page.getByRole('button', { name });

  it('is accessible in light, dark, and high-contrast themes', async () => {
    assert.deepEqual(await view.violationsInThemes(), []);
  });

  it('fits into a narrow window, and shows names as texts', async () => {
    await view.page.setViewportSize({ width: 480, height: 600 });
    const { clientWidth, scrollWidth } = await view.page.evaluate<Record<string, number>>(
      '(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))(document.querySelector(".data-page"))',
    );
    assert.ok((scrollWidth ?? 0) <= (clientWidth ?? 0), `${scrollWidth} > ${clientWidth}`);
    assert.equal(await view.page.locator('img').count(), 0);
    assert.equal(await view.page.evaluate("'attacked' in globalThis"), false);
  });

  it('never breaks the name of a file within its ending', async () => {
    await view.page.setViewportSize({ width: 900, height: 600 });
    const file = 'reporting/customer-orders-of-2026.dataset.json';
    await view.deliver(
      withFirst({ ...row(file, 'Rejected', settle, copy), cause: 'a long cause '.repeat(20) }),
    );
    const isWhole = await view.page.evaluate(
      `(() => {
        const [text] = document.querySelector('.file-button').childNodes;
        const range = document.createRange();
        range.setStart(text, text.data.indexOf('2026.dataset'));
        range.setEnd(text, text.data.length);
        return range.getClientRects().length === 1;
      })()`,
    );
    assert.equal(isWhole, true);
  });

  it('says which document each button is for', async () => {
    await button('a.dataset.json').click();
    await button('Settle…').click();
    await button('Resume').click();
    assert.deepEqual(await view.posted(), [
      { kind: 'row', document: 'file:///a.dataset.json', action: 'open' },
      { kind: 'row', document: 'file:///a.dataset.json', action: 'settle' },
      { kind: 'batch', label: 'Resume' },
    ]);
    const settled = view.page.getByRole('button', { name: 'Settle…', description: 'a.dataset.json' });
    assert.equal(await settled.count(), 1);
  });

  it('keeps the focus in the row of a document whose button goes with what was done', async () => {
    await button('Settle…').press('Enter');
    await view.deliver(withFirst(row('a.dataset.json', 'Created')));
    await view.focusIsOn('a.dataset.json');
    await view.page.keyboard.press('Tab');
    await view.focusIsOn('b.dataset.json');
  });

  it('keeps the focus on a button that stays', async () => {
    await button('Copy ID').focus();
    await view.deliver(withFirst(row('a.dataset.json', 'Created')));
    await view.focusIsOn('Copy ID');
  });

  it('takes no focus that it does not have', async () => {
    await view.deliver(withFirst(row('a.dataset.json', 'Created')));
    await view.focusIsOn();
  });

  it('keeps the focus in the header, as long as it has a button', async () => {
    await button('Resume').press('Enter');
    await view.deliver({ ...content, buttons: ['Sign In'] });
    await view.focusIsOn('Sign In');
  });
});
