import { command, exitCode, wholeNumber } from '../command.ts';
import { checkFiles } from '../input/document-file.ts';
import { namedFiles, reportIneffective } from '../input/named-files.ts';
import { outputFile, printReport, refuseOverwriting } from '../output/output-file.ts';
import { problemFormatNames, problemFormats } from '../output/problem-formats.ts';
import { Progress } from '../terminal.ts';

/** `dataset-studio validate`: checks files as the editor does, and sends nothing. */
export const validate = command({
  name: 'validate',
  summary: 'Check dataset files.',
  description:
    'Checks dataset files, and sends nothing. Files, folders, and globs can be named; ! excludes files from the arguments before it.',
  arguments: '<files...>',
  options: {
    format: {
      value: 'FORMAT',
      choices: problemFormatNames,
      default: 'stylish',
      help: 'for people, scripts, annotations of a pipeline, or its reports',
    },
    output: { value: 'FILE', help: 'write to FILE, and replace it if it exists; - is standard output' },
    'max-warnings': { value: 'N', help: 'fail if there are more than N warnings' },
  },
  examples: ['validate "**/*.dataset.*"', "validate . '!archive/**' --format sarif > datasets.sarif"],
  run: async (values, positionals, { terminal }) => {
    const format = problemFormats[problemFormatNames.find((name) => name === values.format) ?? 'stylish'];
    const file = outputFile(values.output);
    const most = values['max-warnings'];
    const maxWarnings =
      most === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-warnings', most, 0);

    const found = await namedFiles(positionals);
    reportIneffective(found, terminal);
    refuseOverwriting([file], found.files);
    const progress = new Progress(terminal);
    const { problems, unchecked, areSettingsWrong } = await checkFiles(found, (count) =>
      progress.show(() => `Checked ${count} of ${found.files.length} files`),
    );
    progress.clear();
    const printed = terminal.isQuiet
      ? problems.filter(({ problem }) => problem.severity === 'error')
      : problems;
    // Nothing is said about files without errors to people who want errors only; a report needs all files.
    const isSilent = terminal.isQuiet && values.format === 'stylish' && printed.length === 0;
    const colors = file === undefined && terminal.colors === true;
    const parts = isSilent ? [] : format(printed, found.files, colors);
    if (!(await printReport(file, parts, terminal))) return exitCode.usage;

    const count = (severity: string) =>
      problems.filter(({ problem }) => problem.severity === severity).length;
    if (areSettingsWrong)
      terminal.error('The settings of the rules have errors, so files were not checked as they should be.\n');
    if (unchecked > 0)
      terminal.error(
        unchecked === 1
          ? '1 file or folder could not be checked.\n'
          : `${unchecked} files or folders could not be checked.\n`,
      );
    if (areSettingsWrong || unchecked > 0) return exitCode.usage;
    if (count('error') > 0) return exitCode.invalidDocument;
    if (count('warning') <= maxWarnings) return exitCode.done;
    terminal.error(
      count('warning') === 1
        ? `There is 1 warning, but --max-warnings allows ${maxWarnings}.\n`
        : `There are ${count('warning')} warnings, but --max-warnings allows ${maxWarnings}.\n`,
    );
    return exitCode.invalidDocument;
  },
});
