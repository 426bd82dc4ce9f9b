import assert from 'node:assert/strict';
import { memorySource, webPorts } from '../../../../src/inference/bytes/memory-source.ts';
import { toDataset } from '../../../../src/inference/inferred-table.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
import { failureOf, inferAll, tryInfer, typesOf } from '../infer-text.ts';

/** Tables by their names, such as `id:Int64 name:string`. */
async function tablesOf(fileName: string, content: unknown): Promise<Readonly<Record<string, string>>> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const tables = await inferAll(text, { fileName });
  return Object.fromEntries(tables.map((table) => [table.name, typesOf(table).join(' ')]));
}

async function notesOf(fileName: string, content: unknown) {
  const [table] = await inferAll(JSON.stringify(content), { fileName });
  return table?.columns.map(({ name, sourceType, note }) => [name, sourceType, note]);
}

const $schema = 'https://json-schema.org/draft/2020-12/schema';

describe('A JSON Schema', () => {
  it('of an object has a column for each property, also of objects in it', async () => {
    const schema = {
      $schema,
      title: 'Order',
      type: 'object',
      properties: {
        id: { type: 'integer' },
        total: { type: ['number', 'null'] },
        paid: { type: 'boolean' },
        day: { type: 'string', format: 'date' },
        at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        mail: { type: 'string', format: 'email' },
        state: { enum: ['new', 'done'] },
        customer: { $ref: '#/$defs/customer' },
        number: { oneOf: [{ type: 'integer' }, { type: 'number' }] },
      },
      $defs: {
        customer: {
          allOf: [{ properties: { name: { type: 'string' } } }, { properties: { age: { type: 'integer' } } }],
        },
      },
    };
    const columns =
      'id:Int64 total:Double paid:bool day:DateTime at:DateTime mail:string state:string customer.name:string customer.age:Int64 number:Double';
    assert.deepEqual(await tablesOf('order.schema.json', schema), { Order: columns });
    assert.deepEqual(
      await tablesOf('rows.json', {
        $schema,
        type: 'array',
        items: schema.properties.customer,
        $defs: schema.$defs,
      }),
      {
        rows: 'name:string age:Int64',
      },
    );
  });

  it('has a table for each definition of an object if it describes none itself', async () => {
    const draft4 = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      definitions: {
        a: { type: 'object', properties: { x: { type: 'integer' } } },
        b: { properties: { y: { $ref: '#/definitions/c' } } },
        c: { type: 'string', format: 'date' },
        d: { oneOf: [{ $ref: '#/definitions/a' }, { $ref: '#/definitions/b' }] },
      },
    };
    assert.deepEqual(await tablesOf('all.json', draft4), { a: 'x:Int64', b: 'y:DateTime' });
    const content = new TextEncoder().encode(JSON.stringify(draft4));
    const source = memorySource({ name: 'all.json', label: 'all.json', content });
    const result = await profileSource(source, webPorts);
    assert.ok(result.ok);
    assert.deepEqual(result.value.contents, {
      skipped: [
        { what: 'other schema', count: 1, names: [] },
        { what: 'schema union', count: 1, names: ['d'] },
      ],
    });
  });

  it('says what is lost of a type', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: {} } };
    const properties = {
      list: { type: 'array', items: { type: 'integer' } },
      map: { type: 'object', additionalProperties: true },
      mixed: { type: ['integer', 'string'] },
      elsewhere: { $ref: 'other.json#/a' },
      node: { $ref: '#/$defs/node' },
    };
    assert.deepEqual(await notesOf('a.json', { $schema, properties, $defs: { node } }), [
      ['list', 'array', 'The values are lists.'],
      ['map', 'object', 'The values are maps.'],
      ['mixed', 'integer | string', 'The values can have several types.'],
      ['elsewhere', null, 'No data type corresponds to other.json#/a, so its values are read as text.'],
      ['node.next', 'object', 'The values are structures that contain themselves.'],
      ['node.value', null, 'The schema declares no type.'],
    ]);
  });

  it('can refer to names and addresses of its own', async () => {
    const integer = { type: 'integer' };
    for (const [reference, $id, definition] of [
      ['#n', undefined, { $anchor: 'n' }],
      ['#n', undefined, { $id: '#n' }],
      ['#n', undefined, { id: '#n' }],
      ['https://shop.example/a.json#n', 'https://shop.example/a.json', { $anchor: 'n' }],
      ['a.json#/$defs/n', 'https://shop.example/a.json', {}],
      ['/a.json#/$defs/n', 'https://shop.example/a.json#', {}],
      ['https://shop.example/a.json#/$defs/n', 'https://shop.example/a.json', {}],
      ['a.json#/$defs/n', 'a.json', {}],
      ['urn:shop:a#n', 'urn:shop:a', { $anchor: 'n' }],
      ['urn:shop:a#/$defs/n', 'urn:shop:a', {}],
      ['/n', 'https://shop.example/a.json', { $id: 'https://shop.example/n' }],
      ['n', undefined, { $id: 'n' }],
    ] as const) {
      const properties = { a: { $ref: reference } };
      const schema = { $schema, $id, properties, $defs: { n: { ...integer, ...definition } } };
      assert.deepEqual(await tablesOf('s.json', schema), { s: 'a:Int64' }, `${reference} in ${$id}`);
    }
    // The root, by its address.
    const list = { next: { $ref: 'https://shop.example/a.json' }, value: integer };
    assert.deepEqual(
      await tablesOf('s.json', { $schema, $id: 'https://shop.example/a.json', properties: list }),
      { s: 'next:string value:Int64' },
    );
  });

  it('doesn’t take a name in another document for its own', async () => {
    const $defs = { n: { $anchor: 'n', type: 'integer' } };
    for (const $ref of ['https://other.example/a.json#n', 'b.json#/$defs/n', '#m'])
      assert.deepEqual(
        await tablesOf('s.json', {
          $schema,
          $id: 'https://shop.example/a.json',
          properties: { a: { $ref } },
          $defs,
        }),
        { s: 'a:string' },
      );
  });

  it('with a very long address has none, so that few bytes are no long names of many schemas', async () => {
    const $id = `https://shop.example/${'a/'.repeat(3000)}`;
    const schema = { $schema, $id, properties: { a: { $ref: 'n' } }, $defs: { n: { $id: 'n' } } };
    assert.deepEqual(await notesOf('a.json', schema), [['a', null, 'The schema declares no type.']]);
    const other = { ...schema, properties: { a: { $ref: `${$id}n` } } };
    assert.match(String((await notesOf('a.json', other))?.[0]), /^a,,No data type corresponds to/);
  });

  it('of another publisher is one by its properties', async () => {
    const iglu = {
      $schema: 'http://iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-0-0#',
      description: 'A click',
      self: { vendor: 'com.acme', name: 'ad_click', format: 'jsonschema', version: '1-0-0' },
      type: 'object',
      properties: {
        clickId: { type: ['string', 'null'], maxLength: 64 },
        cost: { type: 'number', minimum: 0 },
      },
      additionalProperties: false,
    };
    assert.deepEqual(await tablesOf('1-0-0', iglu), { ad_click: 'clickId:string cost:Double' });
    const pydantic = {
      $defs: { Kind: { enum: ['a', 'b'], title: 'Kind', type: 'string' } },
      properties: {
        id: { title: 'Id', type: 'integer' },
        kind: { $ref: '#/$defs/Kind' },
        placed: {
          anyOf: [{ format: 'date-time', type: 'string' }, { type: 'null' }],
          default: null,
          title: 'Placed',
        },
        any: { title: 'Any' },
      },
      required: ['id', 'kind'],
      title: 'Order',
      type: 'object',
    };
    const columns = 'id:Int64 kind:string placed:DateTime any:string';
    assert.deepEqual(await tablesOf('order.json', pydantic), { Order: columns });
    // Its type is behind the first bytes.
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`Kind${i}`, pydantic.$defs.Kind]),
    );
    const long = { ...pydantic, $defs: { ...pydantic.$defs, ...many } };
    assert.deepEqual(await tablesOf('order.json', long), { Order: columns });
  });

  it('that doesn’t say so is data, with a note', async () => {
    const item = { type: 'object', properties: { id: { type: 'integer' } } };
    for (const [content, isLike] of [
      [{ $defs: { Item: item } }, true],
      [{ $schema: './other.json', properties: { id: { type: 'integer' } } }, true],
      [{ type: 'array', items: item, definitions: { Item: item } }, true],
      [{ type: 'object', properties: { id: { type: 'house' }, name: { of: 'x' } } }, false],
      [{ type: 'Feature', properties: { type: 'string', name: 'x' }, geometry: { type: 'Point' } }, false],
      [{ rows: [item, item] }, false],
    ] as const) {
      const [table] = await inferAll(JSON.stringify(content), { fileName: 'a.json' });
      const notes = table?.notes.filter((note) => note.includes('looks like a JSON Schema')) ?? [];
      assert.deepEqual([table?.format, notes.length], ['json', isLike ? 1 : 0], JSON.stringify(content));
    }
  });

  it('that uses its definitions very often is refused', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { allOf: [next, next], properties: { [`p${index}`]: next } }];
      }),
    );
    const failure = await failureOf(JSON.stringify({ $schema, $ref: '#/$defs/d0', $defs }), {
      fileName: 'a.json',
    });
    assert.equal(failure.kind, 'too-much-work');
  });
});

describe('An OpenAPI description', () => {
  const yaml = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths: {}
components:
  schemas:
    Order:
      type: object
      properties:
        id: { type: integer, format: int64 }
        placed: { type: string, format: date-time }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
    Line:
      allOf:
        - $ref: '#/components/schemas/Base'
        - properties: { price: { type: number } }
    Base: { properties: { name: { type: string, nullable: true } } }
    State: { type: string }
`;

  it('has a table for each schema of an object, in YAML and in JSON', async () => {
    const tables = {
      Order: 'id:Int64 placed:DateTime lines:string',
      Line: 'name:string price:Double',
      Base: 'name:string',
    };
    assert.deepEqual(await tablesOf('shop.yaml', yaml), tables);
    const json = {
      openapi: '3.0.3',
      components: { schemas: { A: { type: 'object', properties: { b: { type: 'boolean' } } } } },
    };
    assert.deepEqual(await tablesOf('shop.json', json), { A: 'b:bool' });
    const second = { swagger: '2.0', definitions: json.components.schemas };
    assert.deepEqual(await tablesOf('shop.json', second), { A: 'b:bool' });
  });

  it('is known by what is above its rows, so that data with the same properties is data', async () => {
    const row = { openapi: '3.0.0', kind: 'DataContract', $schema };
    assert.deepEqual(await tablesOf('rows.json', [row]), {
      rows: 'openapi:string kind:string $schema:string',
    });
    assert.deepEqual(await tablesOf('rows.ndjson', row), {
      rows: 'openapi:string kind:string $schema:string',
    });
    const lines = `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`;
    assert.deepEqual(await tablesOf('rows.json', lines), {
      rows: 'openapi:string kind:string $schema:string',
    });
    assert.deepEqual(await tablesOf('nested.json', { items: [row] }), {
      items: 'openapi:string kind:string $schema:string',
    });
  });
});

describe('A data contract', () => {
  const yaml = `apiVersion: v3.0.2
kind: DataContract
id: 1
name: Sales
schema:
  - name: orders
    physicalType: table
    properties:
      - { name: id, logicalType: integer, physicalType: bigint }
      - { name: total, logicalType: number, physicalType: 'decimal(9,2)' }
      - { name: placed, logicalType: date }
      - { name: at, logicalType: timestamp }
      - { name: paid, logicalType: boolean }
      - { name: note, logicalType: string }
      - { name: lines, logicalType: array, items: { logicalType: string } }
      - { name: raw, physicalType: blob }
  - name: empty
`;

  it('has a table for each object of its schema', async () => {
    assert.deepEqual(await tablesOf('contract.odcs.yaml', yaml), {
      orders:
        'id:Int64 total:Double placed:DateTime at:DateTime paid:bool note:string lines:string raw:string',
    });
  });
});

describe('A file with an Avro schema', () => {
  it('has the columns of its record, which names the table', async () => {
    const schema = {
      type: 'record',
      name: 'Order',
      namespace: 'shop',
      fields: [
        { name: 'id', type: 'long' },
        { name: 'at', type: ['null', { type: 'long', logicalType: 'timestamp-millis' }] },
        {
          name: 'customer',
          type: { type: 'record', name: 'Customer', fields: [{ name: 'name', type: 'string' }] },
        },
        { name: 'tags', type: { type: 'array', items: 'string' } },
      ],
    };
    assert.deepEqual(await tablesOf('order.avsc', schema), {
      Order: 'id:Int64 at:DateTime customer.name:string tags:string',
    });
    assert.deepEqual(
      (await notesOf('order.avsc', schema))?.map(([, sourceType]) => sourceType),
      ['long', 'long (timestamp-millis)', 'string', 'array'],
    );
  });
});

it('A document that is no schema is refused', async () => {
  for (const [fileName, text] of [
    ['compose.yaml', 'services:\n  web:\n    image: x\n'],
    ['list.yml', '- a\n- b\n'],
    ['empty.yaml', ''],
    ['a.avsc', '"string"'],
    ['openapi.yaml', 'openapi: 3.0.0\npaths: {}\n'],
    ['schema.json', JSON.stringify({ $schema, type: 'string' })],
  ])
    assert.deepEqual(await failureOf(text ?? '', { fileName: fileName ?? '' }), { kind: 'no-schema' });
  assert.deepEqual(await failureOf('openapi: 3.0.0\npaths: a: b\n', { fileName: 'a.yaml' }), {
    kind: 'invalid-yaml',
    line: 2,
  });
  const large = `openapi: 3.0.0\n${'# a line\n'.repeat(500_000)}`;
  assert.deepEqual(await failureOf(large, { fileName: 'a.yaml', leastStep: 1 << 20 }), {
    kind: 'yaml-too-large',
  });
});

it('Schemas are read in pieces of any size, and named in the dataset after what they describe', async () => {
  const text = JSON.stringify({ $schema, title: 'größe', properties: { ä: { type: 'integer' } } });
  const whole = await tryInfer(text, { fileName: 'a.json' });
  assert.deepEqual(await tryInfer(text, { fileName: 'a.json', chunkSize: 7, leastStep: 7 }), whole);
  assert.ok(whole.ok);
  assert.deepEqual(toDataset('x', whole.value, 'Double').tables, [
    { name: 'größe', columns: [{ name: 'ä', dataType: 'Int64' }] },
  ]);
});
