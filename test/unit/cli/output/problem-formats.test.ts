import assert from 'node:assert/strict';
import { problemFormats } from '../../../../src/cli/output/problem-formats.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';
import { syntaxProblem } from '../../../../src/dataset/problem.ts';

function printed(parts: Iterable<string | SafeOutput>): string {
  return [...parts].map((part) => SafeOutput.of(part).text).join('');
}

describe('The problems of a file', () => {
  const problems = Array.from({ length: 1000 }, (_, index) => ({
    file: 'sales.dataset.json',
    problem: syntaxProblem(`The problem ${index}.`),
  }));

  for (const [name, format] of Object.entries(problemFormats)) {
    it(`are printed one after the other as ${name}, because all might not fit into memory`, () => {
      for (const part of format(problems, 1)) {
        const { text } = SafeOutput.of(part);
        assert.ok(text.length < 2000, text.slice(0, 100));
      }
    });

    it(`are all printed as ${name}, in their order`, () => {
      const text = printed(format(problems, 1));
      const found = [...text.matchAll(/The problem (\d+)\./g)].map(([, index]) => Number(index));
      assert.deepEqual(found, [...problems.keys()]);
      if (name === 'json' || name === 'sarif')
        assert.equal(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`, text);
    });

    it(`can be none as ${name}`, () => {
      const text = printed(format([], 1));
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
