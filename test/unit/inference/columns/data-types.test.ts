import assert from 'node:assert/strict';
import { knownDataTypes } from '../../../../src/dataset/rules/schema.ts';
import { decimalTypes, findDecimalType } from '../../../../src/dataset/rules/type-names.ts';
import { typeNamed } from '../../../../src/inference/values/data-types.ts';

describe('The table of data types', () => {
  it('has all data types of the schema, by their names in any case', () => {
    for (const { const: name } of knownDataTypes) {
      assert.equal(typeNamed(name), name);
      assert.equal(typeNamed(name.toUpperCase()), name);
    }
  });

  it('has those of fractions, and the one that the author names', () => {
    for (const name of decimalTypes) assert.equal(typeNamed(name), 'fraction');
    assert.equal(findDecimalType(['Money', 'Guid', 'decimal', 'Double']), 'decimal');
    assert.equal(typeNamed('Money'), undefined);
    assert.equal(typeNamed('Money', 'money'), 'fraction');
    assert.equal(typeNamed('string', 'string'), 'string');
  });
});
