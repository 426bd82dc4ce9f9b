import { parseCommandLine, wholeNumber } from '../arguments.ts';
import { type CheckedFiles, Validation } from '../checking/check-files.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { namedFiles, reportIneffective } from '../input/named-files.ts';
import { CollectedOutput } from '../output/collected-output.ts';
import { formats } from '../output/problem-formats.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** `dataset-studio validate`: checks files as the editor does, and sends nothing. */
export async function validate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    format: { type: 'string', default: 'stylish' },
    'max-warnings': { type: 'string' },
  });
  const format = formats.get(values.format);
  if (!format) throw new UsageError(`--format takes one of ${[...formats.keys()].join(', ')}.`);
  const most = values['max-warnings'];
  const maxWarnings = most === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-warnings', most, 0);

  const { files, problems, unchecked } = await checkNamed(positionals, terminal);
  const output = new CollectedOutput(terminal);
  for (const part of format(problems, files)) output.out(part);
  output.dispose();

  const count = (severity: string) => problems.filter(({ problem }) => problem.severity === severity).length;
  if (unchecked > 0) {
    terminal.error(
      unchecked === 1
        ? '1 file or folder could not be checked.\n'
        : `${unchecked} files or folders could not be checked.\n`,
    );
    return exitCode.usage;
  }
  if (count('error') > 0) return exitCode.invalidDocument;
  if (count('warning') <= maxWarnings) return exitCode.done;
  terminal.error(`There are ${count('warning')} warnings, but --max-warnings allows ${maxWarnings}.\n`);
  return exitCode.invalidDocument;
}

async function checkNamed(positionals: readonly string[], terminal: Terminal): Promise<CheckedFiles> {
  const validation = new Validation();
  try {
    const found = await namedFiles(positionals, { onListed: (names) => validation.expect(names) });
    reportIneffective(found, terminal);
    return await validation.check(found);
  } finally {
    await validation.dispose();
  }
}
