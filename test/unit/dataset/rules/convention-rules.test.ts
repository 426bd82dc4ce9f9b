import assert from 'node:assert/strict';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import { safeFixes } from '../../../../src/dataset/fixes/fix-all.ts';
import { applyEdit } from '../../../../src/dataset/fixes/fix-edit.ts';
import { quickFixesFor } from '../../../../src/dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import type { Conventions, NameStyle } from '../../../../src/dataset/rules/conventions.ts';
import { hasStyle, inStyle } from '../../../../src/dataset/rules/name-style.ts';
import type { RuleSettings } from '../../../../src/dataset/rules/settings.ts';
import { columns, json, options, pointedAt } from '../marked.ts';

const column = (name: string, dataType = 'Int64') => JSON.stringify({ name, dataType });

/** The problems of a text, each as `code "what it points at"`. */
async function found(text: string, conventions: Partial<RuleSettings>, format: DocumentFormat = 'json') {
  const problems = await validateText(text, format, { ...options, ...conventions });
  return problems.map((problem) => `${problem.code} ${pointedAt(text, problem)}`);
}

async function messages(text: string, conventions: Partial<RuleSettings>) {
  return (await validateText(text, 'json', { ...options, ...conventions })).map(({ message }) => message);
}

/** The text after each quick fix, by its title. */
async function fixes(text: string, conventions: Conventions, format: DocumentFormat = 'json') {
  const document = new ParsedDocument(text, format);
  const all = await quickFixesFor(document, { ...options, ...conventions }, () => true);
  return Object.fromEntries(
    all.map(({ fix }) => (fix.kind === 'edit' ? [fix.title, applyEdit(text, fix.edit)] : ['setting', ''])),
  );
}

describe('name-style', () => {
  const styles: Readonly<Record<NameStyle, readonly [right: string[], wrong: string[]]>> = {
    camelCase: [
      ['a', 'orderId', 'orderID', 'öl', '注文'],
      ['A', 'order_id', 'order id', '1a', '_a', 'ab-c'],
    ],
    PascalCase: [
      ['A', 'OrderId', 'ID', 'Öl2', '注文'],
      ['a', 'Order_Id', 'Order Id', '1A'],
    ],
    snake_case: [
      ['a', 'order_id', 'a_1', '注文_x'],
      ['Order_id', 'orderId', 'a__b', 'a_', '_a', 'a-b'],
    ],
    'kebab-case': [
      ['a', 'order-id'],
      ['order_id', 'Order-Id', 'a--b', '-a'],
    ],
    CONSTANT_CASE: [
      ['A', 'ORDER_ID', 'A1'],
      ['order_id', 'Order_Id', 'A__B', 'ORDER-ID'],
    ],
  };
  for (const [style, [right, wrong]] of Object.entries(styles) as [NameStyle, [string[], string[]]][])
    it(`knows ${style}`, () => {
      for (const name of right) assert.equal(hasStyle(name, style), true, name);
      for (const name of wrong) assert.equal(hasStyle(name, style), false, name);
    });

  it('suggests the same words in the style', () => {
    const words: readonly (readonly [name: string, ...styled: string[]])[] = [
      ['order id', 'orderId', 'OrderId', 'order_id', 'order-id', 'ORDER_ID'],
      ['ORDER_ID', 'orderId', 'OrderId', 'order_id', 'order-id', 'ORDER_ID'],
      ['orderID', 'orderID', 'OrderID', 'order_id', 'order-id', 'ORDER_ID'],
      [
        'HTTPServer2 (old)',
        'httpServer2Old',
        'HTTPServer2Old',
        'http_server2_old',
        'http-server2-old',
        'HTTP_SERVER2_OLD',
      ],
      ['Größe.in€', 'größeIn', 'GrößeIn', 'größe_in', 'größe-in', 'GRÖSSE_IN'],
    ];
    const order: readonly NameStyle[] = [
      'camelCase',
      'PascalCase',
      'snake_case',
      'kebab-case',
      'CONSTANT_CASE',
    ];
    for (const [name, ...styled] of words)
      assert.deepEqual(
        order.map((style) => inStyle(name, style)),
        styled,
      );
  });

  it('points at the names of the kind, and renames', async () => {
    const names = { dataset: { style: 'PascalCase' }, column: { style: 'snake_case' } } as const;
    const text = columns(column('Order Id'), column('a'));
    assert.deepEqual(await found(text, { names }), ['name-style "d"', 'name-style "Order Id"']);
    assert.deepEqual(await fixes(text, { names }), {
      'Rename to "D"': text.replace('"d"', '"D"'),
      'Rename to "order_id"': text.replace('Order Id', 'order_id'),
    });
    assert.deepEqual(await messages(text, { names }), [
      'The name "d" must be in PascalCase. Rename it.',
      'The name "Order Id" must be in snake_case. Rename it.',
    ]);
  });

  it('suggests one name that fits all conventions, and that of a required column', async () => {
    const names = {
      column: {
        style: 'PascalCase',
        forbidden: '.',
        maxLength: 12,
        byType: { bool: { startsWith: ['Is'] } },
      },
    } as const;
    const require = { columns: [{ name: 'LoadedAt', dataType: 'DateTime' }] };
    const titles = async (...given: string[]) =>
      Object.keys(await fixes(columns(...given, column('LoadedAt', 'DateTime')), { names }));
    assert.deepEqual(await titles(column('paid', 'bool')), ['Rename to "IsPaid"']);
    assert.deepEqual(await titles(column('is_paid', 'bool')), ['Rename to "IsPaid"']);
    assert.deepEqual(await titles(column('order.lines')), ['Rename to "OrderLines"']);
    assert.deepEqual(await titles(column('a_very_long_name')), ['Rename to "AVeryLongNam"']);
    const found = await fixes(columns(column('loadedat', 'DateTime')), { names, require });
    assert.deepEqual(Object.keys(found), ['Rename to "LoadedAt"']);
  });

  it('offers no name that the style or another column rules out', async () => {
    const names = { column: { style: 'PascalCase' } } as const;
    assert.deepEqual(await fixes(columns(column('2nd')), { names }), {});
    assert.deepEqual(await fixes(columns(column('order id'), column('OrderId')), { names }), {});
  });

  it('leaves names to the other rules that are empty or no text', async () => {
    const names = { dataset: { style: 'PascalCase' }, table: { style: 'PascalCase' } } as const;
    assert.deepEqual(await found(json({ name: '""', tables: '[{"name":1,"columns":[]},2]' }), { names }), [
      'empty-name ""',
      'wrong-type 1',
      'no-columns []',
      'wrong-type 2',
    ]);
  });

  it('keeps quotes and comments in YAML', async () => {
    const names = { column: { style: 'PascalCase' } } as const;
    const text =
      "name: d\ntables:\n  - name: T\n    columns:\n      - name: 'order id' # why\n        dataType: bool\n";
    assert.deepEqual(await fixes(text, { names }, 'yaml'), {
      'Rename to "OrderId"': text.replace('order id', 'OrderId'),
    });
  });
});

describe('name-length', () => {
  it('counts characters, and shortens', async () => {
    const names = { table: { maxLength: 2 } };
    const text = json({ tables: '[{"name":"😀😀","columns":[1]},{"name":"abc","columns":[1]}]' }).replaceAll(
      '[1]',
      `[${column('a')}]`,
    );
    assert.deepEqual(await found(text, { names }), ['name-length "abc"']);
    assert.deepEqual(await fixes(text, { names }), { 'Rename to "ab"': text.replace('abc', 'ab') });
  });
});

describe('name-characters', () => {
  it('finds each forbidden character, and removes all of them', async () => {
    const names = { column: { forbidden: './$[]' } };
    const text = columns(column('a.b[c]'), column('ab'));
    assert.deepEqual(await found(text, { names }), ['name-characters "a.b[c]"']);
    assert.deepEqual(await messages(text, { names }), [
      'The name "a.b[c]" contains ".", which is not allowed. Rename it.',
    ]);
    assert.deepEqual(await fixes(text, { names }), { 'Rename to "abc"': text.replace('a.b[c]', 'abc') });
  });
});

describe('name-affix', () => {
  const names = { column: { style: 'PascalCase', startsWith: ['Is', 'Has'] } } as const;

  it('allows any of the list, and adds the first', async () => {
    const text = columns(column('IsNew'), column('HasTax'), column('Paid'));
    assert.deepEqual(await found(text, { names }), ['name-affix "Paid"']);
    assert.deepEqual(await messages(text, { names }), [
      'The name "Paid" must begin with one of: Is, Has. Rename it.',
    ]);
    assert.deepEqual(await fixes(text, { names }), {
      'Rename to "IsPaid"': text.replace('"Paid"', '"IsPaid"'),
    });
  });

  it('adds what is missing in the style', async () => {
    const camel = { column: { style: 'camelCase', startsWith: ['is'] } } as const;
    assert.deepEqual(Object.keys(await fixes(columns(column('paid')), { names: camel })), [
      'Rename to "isPaid"',
    ]);
    const snake = { column: { style: 'snake_case', startsWith: ['is_'], endsWith: ['_x'] } } as const;
    assert.deepEqual(Object.keys(await fixes(columns(column('was_paid')), { names: snake })), [
      'Rename to "is_was_paid_x"',
    ]);
  });

  it('has other ones for a data type, which replace the general ones', async () => {
    const byType = { DateTime: { endsWith: ['At'] }, bool: {} };
    const text = columns(column('Paid', 'bool'), column('Paid2', 'DateTime'), column('Paid3'));
    assert.deepEqual(await found(text, { names: { column: { ...names.column, byType } } }), [
      'name-affix "Paid2"',
      'name-affix "Paid3"',
    ]);
  });

  it('is not broken by data types that are names of JavaScript', async () => {
    const text = columns(column('Paid', 'constructor'), column('IsA', '__proto__'));
    assert.deepEqual(
      await found(text, {
        names: { column: { ...names.column, byType: {} } },
        dataTypes: ['constructor', '__proto__'],
      }),
      ['name-affix "Paid"'],
    );
  });
});

describe('required-column', () => {
  const require = {
    columns: [
      { name: 'LoadedAt', dataType: 'DateTime' },
      { name: 'Id', dataType: 'Int64' },
    ],
  };

  it('points at the columns of each table without it, and adds it', async () => {
    const text = columns(column('id'));
    assert.deepEqual(await found(text, { require }), ['required-column "columns"']);
    assert.deepEqual(await messages(text, { require }), [
      'The table "T" has no column "LoadedAt" of the data type DateTime. Add it.',
    ]);
    assert.deepEqual(await fixes(text, { require }), {
      'Add the column "LoadedAt"': columns(column('id'), column('LoadedAt', 'DateTime')),
    });
  });

  it('points at another data type, and changes it', async () => {
    const text = columns(column('Id'), column('loadedat', 'string'));
    assert.deepEqual(await found(text, { require }), ['required-column "string"']);
    assert.deepEqual(await fixes(text, { require }), {
      'Change to "DateTime"': columns(column('Id'), column('loadedat', 'DateTime')),
    });
  });

  it('adds each in turn, also to an empty list and in YAML', async () => {
    const empty = await fixes(columns(), { require });
    assert.equal(empty['Add the column "LoadedAt"'], columns(column('LoadedAt', 'DateTime')));
    assert.equal(empty['Add the column "Id"'], columns(column('Id')));
    const yaml =
      'name: d\ntables:\n  - name: T\n    columns: # all\n      - name: Id\n        dataType: Int64\n# end\n';
    assert.deepEqual(await fixes(yaml, { require }, 'yaml'), {
      'Add the column "LoadedAt"': yaml.replace(
        '# end',
        '      - name: LoadedAt\n        dataType: DateTime\n# end',
      ),
    });
  });

  it('says nothing about columns that can not be read', async () => {
    const text = '{"name":"d","tables":[{"name":"T","columns":[{"name":"Id","dataType":"Int64"}';
    assert.ok(!(await found(text, { require })).join().includes('required-column'));
    assert.deepEqual(await found(json({ tables: '[{"name":"T"}]' }), { require }), ['missing-property {']);
  });
});

describe('limit', () => {
  it('points at what has too many', async () => {
    const limits = { tables: 1, columnsPerTable: 1 };
    const table = `{"name":"N","columns":[${column('a')},${column('b')}]}`;
    const text = json({ tables: `[${table},${table.replace('N', 'M')}]` });
    assert.deepEqual(await found(text, { limits }), ['limit "tables"', 'limit "columns"', 'limit "columns"']);
    assert.deepEqual((await messages(text, { limits })).slice(0, 2), [
      'The dataset has 2 tables, but the limit is 1. Split it.',
      'This table has 2 columns, but the limit is 1. Split it.',
    ]);
    assert.deepEqual(await found(columns(column('a')), { limits }), []);
  });
});

describe('schema-reference', () => {
  it('is an information about $schema, which can be removed', async () => {
    const text = `{"$schema":"x.json",${columns(column('a')).slice(1)}`;
    assert.deepEqual(await found(text, {}), ['schema-reference "$schema"']);
    assert.deepEqual(await fixes(text, {}), { 'Remove "$schema"': columns(column('a')) });
    assert.deepEqual(await found(text, { rules: { 'schema-reference': 'off' } }), []);
  });
});

describe('The rules of a project', () => {
  it('are warnings unless it says otherwise', async () => {
    const names = { column: { style: 'PascalCase' } } as const;
    const severityOf = async (rules: RuleSettings['rules']) =>
      (await validateText(columns(column('a')), 'json', { ...options, names, rules })).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(await severityOf({}), ['warning']);
    assert.deepEqual(await severityOf({ 'name-style': 'error' }), ['error']);
    assert.deepEqual(await severityOf({ 'name-style': 'off' }), []);
  });

  it('know the properties that it declares', async () => {
    const properties = { dataset: ['relationships'], column: ['formatString'] };
    const text = columns('{"name":"a","dataType":"bool","formatString":"x","formatstrin":1}').replace(
      '{',
      '{"relationships":[],"formatString":1,',
    );
    assert.deepEqual(await found(text, { properties }), [
      'unknown-property "formatString"',
      'unknown-property "formatstrin"',
    ]);
    assert.deepEqual(
      (await messages(text, { properties }))[1],
      'A column has no property "formatstrin". Remove it.',
    );
  });

  it('have no part in Fix All', async () => {
    const text = `{"$schema":"x.json",${columns(column('order.id')).slice(1)}`;
    const settings: RuleSettings = {
      ...options,
      names: { column: { style: 'PascalCase', forbidden: '.', maxLength: 2, startsWith: ['A'] } },
      require: { columns: [{ name: 'b', dataType: 'bool' }] },
    };
    assert.equal((await validateText(text, 'json', settings)).length, 6);
    assert.deepEqual(await safeFixes(new ParsedDocument(text, 'json'), settings), []);
  });
});
