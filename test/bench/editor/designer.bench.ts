import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { makeVsix } from '../../../scripts/vsix.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { readDesign } from '../../../src/designer/read-design.ts';
import { designerStrings } from '../../../src/designer/strings.ts';
import type { ToView } from '../../../src/designer/view-messages.ts';
import { findOrInstallBrowser } from '../../workbench/installation/browser-installation.ts';
import { DesignerPage } from '../../workbench/pages/designer-page.ts';
import { Session } from '../../workbench/session.ts';
import type { Table } from '../benchmark.ts';
import { median, threeDigits } from '../side-by-side.ts';

export const name = 'The Dataset Designer';

interface Size {
  readonly tables: number;
  readonly columns: number;
  /** Of painting, in milliseconds. */
  readonly aim: number;
}

const sizes: readonly Size[] = [
  { tables: 75, columns: 20, aim: 100 },
  { tables: 1000, columns: 20, aim: 500 },
];

/** From a key to the changed text, in milliseconds. */
const keyAim = 50;
const rounds = 9;

export async function run(): Promise<Table> {
  const rows: string[][] = [];
  const violations: string[] = [];
  for (const size of sizes) {
    const { tables, columns, aim } = size;
    const time = await paintTime(size);
    rows.push([`${tables} × ${columns}: document to painted frame`, milliseconds(time), `≤ ${aim} ms`]);
    if (time > aim) violations.push(`${tables} × ${columns} painted within ${aim} ms`);
  }
  for (const [index, time] of (await keyTimes()).entries()) {
    const { tables, columns } = sizes[index] ?? { tables: 0, columns: 0 };
    rows.push([`${tables} × ${columns}: key to changed text`, milliseconds(time), `≤ ${keyAim} ms`]);
    if (time > keyAim) violations.push(`${tables} × ${columns}: text changed within ${keyAim} ms of a key`);
  }
  return {
    columns: ['tables × columns', 'time', 'aim'],
    rows,
    notes: [
      `The median of ${rounds}. Painting: the view in Chromium, from the message with the document to the frame that shows it. Keys: Enter after a rename in VS Code, from the key in the view to the changed document, whose tab is marked.`,
    ],
    violations,
  };
}

function milliseconds(time: number): string {
  return `${threeDigits(time)} ms`;
}

function textOf({ tables, columns }: Size): string {
  const types = ['Int64', 'string', 'bool', 'DateTime'];
  return JSON.stringify(
    {
      name: 'Large',
      tables: Array.from({ length: tables }, (_, table) => ({
        name: `Table ${table}`,
        columns: Array.from({ length: columns }, (_, column) => ({
          name: `Column ${table}.${column}`,
          dataType: types[column % types.length],
        })),
      })),
    },
    undefined,
    2,
  );
}

async function paintTime(size: Size): Promise<number> {
  const text = textOf(size);
  const { design } = await readDesign(new ParsedDocument(text, 'json'));
  const message: ToView = {
    kind: 'open',
    strings: designerStrings(),
    design: JSON.stringify(design),
    state: { version: 1, readOnly: undefined, isEmpty: false, dataTypes: ['Int64', 'string'] },
  };
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      times.push(await paint(page, message));
      await page.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

/** From the message to the task after the frame that shows its cards, in milliseconds. */
async function paint(page: Page, message: ToView): Promise<number> {
  const file = (name: string) => readFileSync(join(repositoryFolder, 'dist', 'webview', name), 'utf8');
  await page.setContent('<!DOCTYPE html><html><body></body></html>');
  await page.addStyleTag({ content: file('designer.css') });
  await page.evaluate(
    'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })',
  );
  await page.evaluate(file('designer.js'));
  return page.evaluate<number>(`new Promise((resolve) => {
    const message = ${JSON.stringify(message)};
    const started = performance.now();
    postMessage(message, '*');
    const poll = () => requestAnimationFrame(() => {
      if (document.querySelector('.card .row') === null) return poll();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - started);
      channel.port2.postMessage(0);
    });
    poll();
  })`);
}

/** For each size, from Enter at the end of a rename to the changed document, in milliseconds. */
async function keyTimes(): Promise<number[]> {
  const { path: vsix } = await makeVsix();
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  for (const size of sizes) writeFileSync(join(folder, fileOf(size)), textOf(size));
  const session = await Session.open({ workspace: folder, vsix });
  try {
    await session.show();
    const times: number[] = [];
    for (const size of sizes) times.push(await keyTime(session, fileOf(size)));
    return times;
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileOf({ tables }: Size): string {
  return `large-${tables}.dataset.json`;
}

async function keyTime({ workbench }: Session, file: string): Promise<number> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.openFile(file);
  await workbench.runCommand('View: Reopen Editor With...');
  await workbench.pick(/Select editor/, 'Dataset Designer');
  const designer = new DesignerPage(workbench.page);
  await designer.open();
  await designer.focus();
  const frame = await designer.frame();
  // The clocks of a page and its frames differ in their origin only.
  await frame.evaluate(`addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') globalThis.pressed = performance.timeOrigin + performance.now();
  }, true)`);
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await workbench.press(key);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await workbench.press('F2');
    await designer.view.locator('.name-input').waitFor();
    await workbench.type(`Renamed ${round}`);
    const changed = workbench.page.evaluate<number>(untilChanged);
    await workbench.press('Enter');
    times.push((await changed) - (await frame.evaluate<number>('globalThis.pressed')));
    await designer.active(new RegExp(`^Renamed ${round}`));
    await workbench.press('Control+s');
    await workbench.page.locator('.tab.active:not(.dirty)').waitFor();
    await workbench.page.waitForTimeout(1000);
  }
  return median(times);
}

/** When VS Code's document has changed: its tab is marked at once. */
const untilChanged = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.tab.active.dirty') === null) return;
    observer.disconnect();
    resolve(performance.timeOrigin + performance.now());
  });
  observer.observe(document.querySelector('.tab.active').parentElement, { attributes: true, subtree: true });
})`;
