import fc from 'fast-check';
import { stringify } from 'yaml';
import type { DocumentFormat } from '../../../src/dataset/dataset.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'A', ' a', 'b ', 'Orders', 'orders', '', ' ', 'x\ty', 'É', 'é', 'true', '7', 'a: b'),
  fc.string({ maxLength: 6 }),
);
const dataType = fc.constantFrom('Int64', 'int64', 'string', 'Bool', 'DateTime', 'Guid', 'strng', '');
const odd: fc.Arbitrary<unknown> = fc.constantFrom(null, 7, true, 'x', [], {}, ['x'], { name: 'y' });

/** Mostly the right property, sometimes another value, no value, or a misspelled name. */
function member(
  key: string,
  misspelt: string,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<[string, unknown][]> {
  return fc.oneof(
    { weight: 12, arbitrary: value.map((each): [string, unknown][] => [[key, each]]) },
    { weight: 1, arbitrary: odd.map((each): [string, unknown][] => [[key, each]]) },
    { weight: 1, arbitrary: value.map((each): [string, unknown][] => [[misspelt, each]]) },
    { weight: 1, arbitrary: fc.constant<[string, unknown][]>([]) },
  );
}

function object(...members: fc.Arbitrary<[string, unknown][]>[]): fc.Arbitrary<unknown> {
  return fc.tuple(...members).map((each) => Object.fromEntries(each.flat()));
}

const column = object(member('name', 'Name', name), member('dataType', 'datatype', dataType));
const table = object(
  member('name', 'nam', name),
  member('columns', 'colums', fc.array(column, { maxLength: 4 })),
);

/** A dataset that breaks some rules. */
export const untidyDataset: fc.Arbitrary<unknown> = object(
  member('name', 'title', name),
  member('tables', 'tabels', fc.array(table, { maxLength: 4 })),
);

/** The text of such a dataset in common layouts. */
export function untidyDocument(format: DocumentFormat): fc.Arbitrary<string> {
  const lineBreak = fc.constantFrom('\n', '\r\n');
  const layout: fc.Arbitrary<(value: unknown) => string> =
    format === 'json'
      ? fc.constantFrom('', ' ', '  ', '\t').map((indent) => (value) => JSON.stringify(value, null, indent))
      : fc
          .record({
            collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
            indentSeq: fc.boolean(),
          })
          .map((style) => (value) => stringify(value, style));
  return fc
    .tuple(untidyDataset, layout, lineBreak)
    .map(([value, write, eol]) => write(value).replaceAll('\n', eol));
}

/** Such a text with a few characters removed, inserted or replaced. */
export function mutatedDocument(format: DocumentFormat): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(3),
    insert: fc.constantFrom('', ',', '"', "'", ':', '}', ']', '{', '//', '#', '\t', '\n', 'x', ' ', '- '),
  });
  return fc.tuple(untidyDocument(format), fc.array(change, { maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((each, { at, length, insert }) => {
      const start = Math.floor(at * each.length);
      return each.slice(0, start) + insert + each.slice(start + length);
    }, text),
  );
}
