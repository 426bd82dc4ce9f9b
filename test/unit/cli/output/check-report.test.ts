import assert from 'node:assert/strict';
import { CheckFindings } from '../../../../src/app/check/check-findings.ts';
import { type CheckFinding, unreadableFinding } from '../../../../src/app/check/check-table.ts';
import { type CheckFormat, checkFormatNames, checkReport } from '../../../../src/cli/output/check-report.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';

const base = { colors: false, isQuiet: false, maxProblems: 100, tablesWithoutData: [] };

/** What is printed about files, of which each has one of the findings. */
async function print(
  format: CheckFormat,
  found: readonly CheckFinding[],
  options: Partial<typeof base> = {},
): Promise<{ readonly text: string; readonly missing: number }> {
  const findings = new CheckFindings();
  for (const finding of found) findings.add(findings.addFile(finding.file), finding);
  const files = found.map(({ file }) => file);
  const report = checkReport(findings, { ...base, ...options, format, files });
  let text = '';
  for await (const part of report.parts()) text += SafeOutput.of(part).text;
  return { text, missing: report.unprinted };
}

describe('The report of a check', () => {
  const unread = [unreadableFinding('a.csv', 'Reading takes too much memory. Split the file.')];
  const errors: Readonly<Record<CheckFormat, RegExp>> = {
    stylish: /^a\.csv\n +error +Reading takes .* unreadable\n\n1 file: 1 error, /,
    json: /"file": "a\.csv",[\s\S]*"code": "unreadable",\s+"severity": "error"/,
    github: /^::error file=a\.csv,title=unreadable::/,
    gitlab: /"check_name": "unreadable",[\s\S]*"severity": "major",[\s\S]*"path": "a\.csv"/,
    junit: /<testsuite name="a\.csv" tests="1" failures="1"[\s\S]*<failure type="unreadable"/,
    azure: /type=error;sourcepath=a\.csv;code=unreadable;\]/,
    sarif: /"ruleId": "unreadable",[\s\S]*"level": "error",[\s\S]*"uri": "a\.csv"/,
    csv: /\na\.csv,,,unreadable,,,\n$/,
  };

  for (const format of checkFormatNames) {
    it(`has an error for a file that was not read, as ${format}`, async () => {
      assert.match((await print(format, unread)).text, errors[format]);
      assert.match((await print(format, unread, { isQuiet: true })).text, errors[format]);
    });

    it(`never says that such a file has no problems, as ${format}`, async () => {
      const { text, missing } = await print(format, unread, { maxProblems: 0 });
      assert.doesNotMatch(text, /no problems|0 errors/);
      assert.equal(missing, 1);
    });
  }

  it('has one line for people about several files that were not read for the same reason, but an entry for each otherwise', async () => {
    const two = [...unread, ...unread.map((finding) => ({ ...finding, file: 'b.csv' }))];
    assert.match(
      (await print('stylish', two)).text,
      /Split the file\. \(in 2 files\) {2}unreadable\n\n2 files: 2 errors/,
    );
    assert.match((await print('junit', two)).text, /<testsuite name="b\.csv" tests="1" failures="1"/);
    assert.match((await print('csv', two)).text, /\na\.csv,.*\nb\.csv,/);
  });

  it('quotes fields of CSV that contain a comma, a quote, or a line break', async () => {
    const finding = { ...unreadableFinding('a,b.csv', ''), table: 'T', value: 'say "x"\nand go' };
    assert.match((await print('csv', [finding])).text, /\n"a,b\.csv",T,,unreadable,,,"say ""x""\nand go"\n$/);
  });
});
