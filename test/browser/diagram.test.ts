import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { layOut } from '../../src/diagram/scene.ts';
import { sceneAsSvg } from '../../src/diagram/write-svg.ts';
import { sceneAsMermaid } from '../../src/diagram/write-text.ts';
import { hostileDataset, hostileNames } from '../unit/diagram/hostile-names.ts';
import { findOrInstallBrowser } from '../workbench/installation/browser-installation.ts';

const small = {
  name: 'Sales',
  tables: [
    {
      name: 'Orders & <Lines>',
      columns: [
        { name: 'ID', dataType: 'Int64' },
        { name: 'MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM', dataType: 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW' },
      ],
    },
  ],
};

describe('A diagram in a browser', () => {
  let browser: Browser;
  let folder: string;

  before(async () => {
    browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: ['--no-sandbox'],
      timeout: 120_000,
    });
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(svg: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const file = join(folder, 'diagram.svg');
    await writeFile(file, svg);
    const page = await browser.newPage({ colorScheme });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  it('opens as a file, with each text inside its box and no overlaps', async () => {
    const page = await open(sceneAsSvg(layOut(small)));
    const texts = await page.locator('text').allTextContents();
    const cards = await boxesOf(page.locator('rect.border'));
    const written = await boxesOf(page.locator('text'));
    const [title, ...inside] = written;
    assert.ok(title);
    for (const [index, box] of inside.entries()) {
      assert.ok(
        cards.some((card) => card.x <= box.x && box.x + box.width <= card.x + card.width),
        `${texts[index + 1]} leaves its box`,
      );
      assert.ok(!inside.slice(0, index).some((other) => overlap(box, other)), `${texts[index + 1]} overlaps`);
    }
    assert.deepEqual(texts.slice(0, 4), ['Sales', 'Orders & <Lines>', 'ID', 'Int64']);
    await page.close();
  });

  it("uses the reader's color scheme", async () => {
    const colors = [];
    for (const scheme of ['light', 'dark'] as const) {
      const page = await open(sceneAsSvg(layOut(small)), scheme);
      colors.push(await page.evaluate("getComputedStyle(document.querySelector('rect.page')).fill"));
      await page.close();
    }
    assert.deepEqual(colors, ['rgb(246, 248, 250)', 'rgb(13, 17, 23)']);
  });

  it('is well-formed XML and runs no script, for any names', async () => {
    const page = await open(sceneAsSvg(layOut(hostileDataset)));
    page.on('dialog', () => assert.fail('A name ran as a script.'));
    assert.equal(await page.evaluate('document.documentElement.tagName'), 'svg');
    assert.equal(await page.locator('parsererror').count(), 0);
    assert.equal(await page.locator(':not(svg, title, style, rect, text)').count(), 0);
    assert.equal(await page.locator('text.name').count(), hostileNames.length);
    await page.close();
  });

  it('shows names in Mermaid unchanged and runs no script', async () => {
    const names = [
      '<img src=x onerror=alert(1)>',
      '1. list',
      '*bold* _it_ `code`',
      'direction TB',
      'a~b~c',
      '#60;',
    ];
    const tables = names.map((name) => ({
      name,
      columns: names.map((column) => ({ name: column, dataType: name })),
    }));
    const page = await browser.newPage();
    page.on('dialog', () => assert.fail('A name ran as a script.'));
    await page.setContent('<div id="diagram"></div>');
    await page.addScriptTag({ path: resolve('node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js') });
    const text = JSON.stringify(sceneAsMermaid(layOut({ tables })));
    await page.evaluate(
      `mermaid.render('picture', ${text}).then(({ svg }) => { document.querySelector('#diagram').innerHTML = svg; })`,
    );
    assert.equal(await page.locator('img').count(), 0);
    const labels = await page.locator('#diagram .label.name').allTextContents();
    assert.deepEqual(
      labels.map((label) => label.trim()),
      names,
    );
    await page.close();
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxesOf(elements: Locator): Promise<Box[]> {
  const boxes = await Promise.all((await elements.all()).map((element) => element.boundingBox()));
  return boxes.filter((box) => box !== null);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
