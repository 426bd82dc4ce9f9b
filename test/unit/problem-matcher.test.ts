import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { FileProblem } from '../../src/cli/output/file-problem.ts';
import { SafeOutput } from '../../src/cli/output/safe-output.ts';
import { stylish } from '../../src/cli/output/stylish.ts';
import type { Problem } from '../../src/dataset/problem.ts';
import { ruleTable } from '../../src/dataset/problem.ts';
import { escapeUnprintable } from '../../src/text/printable.ts';
import { datasetStudio } from './cli/process.ts';

interface Pattern {
  readonly regexp: string;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
  readonly severity?: number;
  readonly message?: number;
  readonly code?: number;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
const [matcher] = contributes.problemMatchers;
const [{ name, patterns }] = contributes.problemPatterns;
const [filePattern, problemPattern]: [Pattern, Pattern] = patterns;

/** What VS Code finds: after a line that matches the first pattern, all lines that match the second one. */
function matches(output: string): Record<string, string | undefined>[] {
  const found: Record<string, string | undefined>[] = [];
  let file: string | undefined;
  for (const line of output.split(/\r?\n/)) {
    const match = new RegExp(problemPattern.regexp).exec(line);
    if (match && file !== undefined) {
      const { line: row = 0, column = 0, severity = 0, message = 0, code = 0 } = problemPattern;
      const [at, columnAt, level, text, rule] = [row, column, severity, message, code].map(
        (index) => match[index],
      );
      found.push({ file, line: at, column: columnAt, severity: level, message: text, code: rule });
    } else file = new RegExp(filePattern.regexp).exec(line)?.[filePattern.file ?? 0];
  }
  return found;
}

/** As it is printed. */
const safe = (text: string) => SafeOutput.of(text).text;

function printed(problems: readonly FileProblem[]): string {
  return SafeOutput.joined([...stylish(problems, ['a'])].map((part) => SafeOutput.of(part))).text;
}

function problem(problem: Partial<Problem>): Problem {
  const range = { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } };
  return { code: 'syntax', severity: 'error', message: 'Comma expected', range, ...problem } as Problem;
}

describe('The problem matcher $dataset-studio', () => {
  it('shows its problems as those of the extension, so that none is shown twice', () => {
    assert.equal(matcher.pattern, `$${name}`);
    assert.equal(matcher.owner, 'dataset');
    assert.equal(matcher.source, 'dataset');
    const collection = readFileSync('src/editor/studio/problem-collection.ts', 'utf8');
    assert.match(collection, /createDiagnosticCollection\('dataset'\)/);
    assert.match(collection, /diagnostic\.source = 'dataset'/);
  });

  it('finds what the command line prints', async () => {
    const { out } = await datasetStudio(['validate', 'samples', '--format', 'stylish']);
    const { out: json } = await datasetStudio(['validate', 'samples', '--format', 'json']);
    const expected: Record<string, unknown>[] = JSON.parse(json);
    assert.equal(expected.length, 8);
    assert.deepEqual(
      matches(out),
      expected.map(({ file, line, column, severity, message, code }) => ({
        file,
        line: String(line),
        column: String(column),
        severity,
        message,
        code,
      })),
    );
  });

  for (const file of [
    'C:\\data sets\\sales.dataset.json',
    '\\\\server\\share\\a.dataset.yaml',
    'ümlaut (1).dataset.yml',
  ])
    it(`finds problems in ${file}`, () => {
      const [first, second, ...more] = matches(
        printed([problem({}), problem({ severity: 'info' })].map((each) => ({ file, problem: each }))),
      );
      assert.equal(more.length, 0);
      assert.deepEqual(first, {
        file,
        line: '3',
        column: '5',
        severity: 'error',
        message: 'Comma expected',
        code: 'syntax',
      });
      assert.deepEqual(second, { ...first, severity: 'info' });
    });

  for (const [message, shown] of [
    ['::!', '::!'],
    ['::error::no', '::error::no'],
    ['##[error]', '#\\u0023[error]'],
    ['one  two  ', 'one  two'],
  ] as const)
    it(`finds the message ${message}`, () => {
      const found = matches(printed([{ file: 'a.dataset.json', problem: problem({ message }) }]));
      assert.deepEqual(
        found.map((each) => each.message),
        [shown],
      );
    });

  it('finds every problem, whatever its position, rule, severity, and message', () => {
    const positions = fc.record({ line: fc.nat(9_999_999), character: fc.nat(9_999_999) });
    const problems = fc.record({
      code: fc.constantFrom(...Object.keys(ruleTable)),
      severity: fc.constantFrom('error', 'warning', 'info', 'hint'),
      message: fc
        .oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[ :#[\r\n\u2028!-]+$/))
        .filter((message) => message.trim() !== ''),
      range: fc.record({ start: positions, end: positions }),
    });
    fc.assert(
      fc.property(fc.array(problems), (all) => {
        const reported = all.map((each) => ({
          file: 'a.dataset.json',
          problem: each,
        })) as unknown as FileProblem[];
        assert.deepEqual(
          matches(printed(reported)).map(({ line, column, severity, message, code }) => ({
            line,
            column,
            severity,
            message,
            code,
          })),
          all.map((each) => ({
            line: String(each.range.start.line + 1),
            column: String(each.range.start.character + 1),
            severity: each.severity,
            message: safe(`- ${escapeUnprintable(each.message).replaceAll('\n', ' ').trim()}`).slice(2),
            code: each.code,
          })),
        );
      }),
    );
  });
});
