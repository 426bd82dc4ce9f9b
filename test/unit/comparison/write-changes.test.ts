import assert from 'node:assert/strict';
import { compareDatasets } from '../../../src/comparison/compare.ts';
import { describeChange } from '../../../src/comparison/describe-change.ts';
import { changesAsMarkdown, changesAsText } from '../../../src/comparison/write-changes.ts';
import { hostileNames } from '../diagram/hostile-names.ts';

const sentences = (before: unknown, after: unknown) =>
  compareDatasets(before, after).map((change) => describeChange(change));

const withColumns = (...columns: unknown[]) => ({ tables: [{ name: 'Orders', columns }] });

describe('The description of a change', () => {
  it('is one sentence for each kind', () => {
    assert.deepEqual(sentences({ name: 'A', tables: [] }, { name: 'B', tables: [] }), [
      'Dataset: renamed from A to B',
    ]);
    const table = (name: string, ...columns: string[]) => ({
      name,
      columns: columns.map((column) => ({ name: column, dataType: 'Int64' })),
    });
    const before = { tables: [table('A', 'a'), table('B', 'b'), table('C', 'c'), table('D', 'd')] };
    const after = { tables: [table('C', 'c'), table('B2', 'b'), table('D', 'd'), table('E')] };
    assert.deepEqual(sentences(before, after), [
      'Table A: removed',
      'Table C: moved from position 3 to position 1',
      'Table B: renamed to B2',
      'Table E: added',
    ]);
    assert.deepEqual(
      sentences(
        withColumns(
          { name: 'a', dataType: 'Int64' },
          { name: 'b', dataType: 'bool' },
          { name: 'c', dataType: 'string' },
          { name: 'd' },
          { name: 'e', dataType: 'bool' },
        ),
        withColumns(
          { name: 'a2', dataType: 'Int64' },
          { name: 'c', dataType: 'Int64' },
          { name: 'd', dataType: 'string' },
          { name: 'f' },
          { name: 'e' },
        ),
      ),
      [
        'Column b of table Orders: removed',
        'Column a of table Orders: renamed to a2',
        'Column c of table Orders: type changed from string to Int64',
        'Column d of table Orders: type set to string',
        'Column f of table Orders: added without a type',
        'Column e of table Orders: type bool removed',
      ],
    );
    assert.deepEqual(
      sentences(
        withColumns({ name: 'a', dataType: 'Int64' }, { name: 'b', dataType: 'bool' }),
        withColumns(
          { name: 'b', dataType: 'bool' },
          { name: 'a', dataType: 'Int64' },
          { name: 'c', dataType: 'DateTime' },
        ),
      ),
      [
        'Column b of table Orders: moved from position 2 to position 1',
        'Column c of table Orders: added with type DateTime',
      ],
    );
  });

  it('names the owner and the values of another property', () => {
    const at = (note: object) => [
      { ...note },
      { tables: [{ name: 'Orders', ...note }] },
      withColumns({ name: 'ID', ...note }),
    ];
    const owners = ['Dataset', 'Table Orders', 'Column ID of table Orders'];
    for (const [index, owner] of owners.entries()) {
      const values = [at({}), at({ note: 'x' }), at({ note: ['y'] })].map((documents) => documents[index]);
      const [none, text, list] = values;
      assert.deepEqual(sentences(none, text), [`${owner}: property note set to "x"`]);
      assert.deepEqual(sentences(text, list), [`${owner}: property note changed from "x" to ["y"]`]);
      assert.deepEqual(sentences(list, none), [`${owner}: property note removed`]);
    }
  });

  it('describes items without a name, and values that are not objects', () => {
    assert.deepEqual(sentences(1, 2), ['Dataset: changed from 1 to 2']);
    assert.deepEqual(sentences({ tables: [1] }, { tables: [2] }), ['Table (unnamed): changed from 1 to 2']);
    assert.deepEqual(sentences(withColumns(1), withColumns(2)), [
      'Column (unnamed) of table Orders: changed from 1 to 2',
    ]);
    assert.deepEqual(sentences({}, { name: '' }), ['Dataset: renamed from (unnamed) to (empty name)']);
  });
});

describe('The list of changes', () => {
  const hostile = compareDatasets(
    { name: 'Sales', tables: [] },
    {
      name: '</script>',
      tables: hostileNames.map((name) => ({ name, columns: [] })),
    },
  );

  it('has one line for each change as text, for any names', () => {
    const text = changesAsText(hostile);
    assert.doesNotMatch(text.replaceAll('👩\u200d👩\u200d👧', ''), /[\p{Cf}\p{Cs}\p{Cn}]|(?!\n)\p{Cc}/u);
    assert.equal(text.split('\n').length, hostile.length + 3);
  });

  it('shows any name in Markdown as code', () => {
    const text = changesAsMarkdown(hostile);
    assert.doesNotMatch(
      text.replaceAll('👩\u200d👩\u200d👧', ''),
      /<(?!\/?code>)|&(?!#\d+;)|[\p{Cf}\p{Cs}\p{Cn}]|(?!\n)\p{Cc}/u,
    );
    const items = text.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(items.length, hostile.length);
    for (const item of items)
      assert.match(item, /^- (Table|Dataset:)(?: [a-z:]+| `[^`]+`| <code>[^`<]+<\/code>:?|:)+$/);
  });

  it('fits a comment on GitHub, and counts the changes that are not shown', () => {
    const columns = Array.from({ length: 3000 }, (_, index) => ({ name: `c${index}`, dataType: 'Int64' }));
    const changes = compareDatasets(withColumns(), withColumns(...columns));
    const text = changesAsMarkdown(changes);
    const items = text.split('\n').filter((line) => line.startsWith('- ')).length;
    assert.ok(text.length < 65_536 && items > 500);
    assert.ok(text.endsWith(`\n${changes.length - items} more changes are not shown.\n`));
  });
});
