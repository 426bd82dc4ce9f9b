import assert from 'node:assert/strict';
import { layOut } from '../../../src/diagram/scene.ts';
import { sceneAsMarkdown } from '../../../src/diagram/write-text.ts';
import { hostileDataset, hostileNames } from './hostile-names.ts';

describe('A dataset in Markdown', () => {
  it('has a heading and a table of columns for each table', () => {
    const dataset = {
      name: 'Sales 2026',
      tables: [
        { name: 'Order_Lines', columns: [{ name: 'ID', dataType: 'Int64' }, { name: 'Untyped' }] },
        { name: 'Empty', columns: [] },
      ],
    };
    assert.equal(
      sceneAsMarkdown(layOut(dataset)),
      `# Sales 2026

## Order_Lines

| Column | Data type |
| --- | --- |
| \`ID\` | \`Int64\` |
| \`Untyped\` |  |

## Empty

No columns.
`,
    );
  });

  it('keeps hostile names in their cell and heading', () => {
    const text = sceneAsMarkdown(layOut(hostileDataset));
    // Joiners in an emoji sequence are text.
    assert.doesNotMatch(
      text.replaceAll('👩\u200d👩\u200d👧', ''),
      /<(?!\/?code>)|&(?!#\d+;)|[\p{Cf}\p{Cs}\r]|\\/u,
    );
    const lines = text.split('\n');
    const row = /^\| (`[^`|]+`|<code>[^`|<]+<\/code>) \| (`[^`|]+`|<code>[^`|<]+<\/code>|) \|$/;
    for (const line of lines)
      assert.match(
        line,
        new RegExp(`^$|^##? (?:[^\`<]+|\`[^\`]+\`|<code>[^\`<]+</code>)$|^\\| (Column|---) |${row.source}`),
      );
    const rows = lines.filter((line) => row.test(line));
    assert.equal(rows.length, hostileNames.length * (hostileNames.length - 1));
  });
});
