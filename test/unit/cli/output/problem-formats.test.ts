import assert from 'node:assert/strict';
import { formats } from '../../../../src/cli/output/problem-formats.ts';
import { fileProblem } from '../../../../src/dataset/problem.ts';

describe('The problems of a file', () => {
  const problems = Array.from({ length: 1000 }, (_, index) => ({
    file: 'sales.dataset.json',
    problem: fileProblem(`The problem ${index}.`),
  }));

  for (const [name, format] of formats) {
    it(`are printed one after the other as ${name}, because all might not fit into memory`, () => {
      for (const part of format(problems, 1)) assert.ok(part.length < 2000, part.slice(0, 100));
    });

    it(`are all printed as ${name}, in their order`, () => {
      const text = [...format(problems, 1)].join('');
      const found = [...text.matchAll(/The problem (\d+)\./g)].map(([, index]) => Number(index));
      assert.deepEqual(found, [...problems.keys()]);
      if (name === 'json' || name === 'sarif')
        assert.equal(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`, text);
    });

    it(`can be none as ${name}`, () => {
      const text = [...format([], 1)].join('');
      const expected = {
        stylish: /^1 file: 0 errors, 0 warnings\n$/,
        json: /^\[\]\n$/,
        github: /^$/,
        sarif: /"results": \[\]\n/,
      };
      assert.match(text, expected[name as keyof typeof expected]);
    });
  }
});
