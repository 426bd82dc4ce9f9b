import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { layOut } from '../../../src/diagram/scene.ts';
import { sceneAsSvg } from '../../../src/diagram/write-svg.ts';
import { hostileDataset, hostileNames } from './hostile-names.ts';

const svgOf = (dataset: unknown) => sceneAsSvg(layOut(dataset));

describe('An SVG picture', () => {
  it('shows names and types', () => {
    const svg = svgOf({
      name: 'Sales',
      tables: [{ name: 'Orders', columns: [{ name: 'ID', dataType: 'Int64' }] }],
    });
    for (const text of ['Sales', 'Orders', 'ID', 'Int64']) assert.ok(svg.includes(`>${text}</text>`));
  });

  it('consists of rectangles and text only, for any names', () => {
    const svg = svgOf(hostileDataset);
    const elements = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, name]) => name));
    assert.deepEqual([...elements].sort(), ['rect', 'style', 'svg', 'text', 'title']);
    // Joiners in an emoji sequence are text.
    assert.doesNotMatch(
      svg.replaceAll('👩\u200d👩\u200d👧', ''),
      /&(?!#\d+;)|[\p{Cf}\p{Cs}\p{Cn}]|(?!\n)\p{Cc}/u,
    );
  });

  it('cuts names that do not fit a box, and stays small', () => {
    const name = hostileNames.at(-1);
    const svg = svgOf({ name, tables: [{ name, columns: [{ name, dataType: name }] }] });
    assert.ok(svg.length < 5000);
    assert.match(svg, /x…<\/text>/);
  });

  it('shows that a dataset has no tables, a table no columns, or an item no name', () => {
    assert.match(svgOf(null), />\(unnamed\)<\/text>/);
    const svg = svgOf({ tables: [{ columns: [{}] }, { columns: [] }, 5] });
    assert.match(svg, />No columns<\/text>/);
    assert.match(svgOf({ name: 'Sales', tables: [] }), />No tables<\/text>/);
  });

  it('is the same as in the documentation', () => {
    const sample: unknown = JSON.parse(readFileSync('samples/sales.dataset.json', 'utf8'));
    assert.equal(readFileSync('media/sales-diagram.svg', 'utf8'), svgOf(sample));
  });

  it('has colors for light and dark pages', () => {
    assert.match(svgOf({}), /@media \(prefers-color-scheme: dark\)/);
  });
});
