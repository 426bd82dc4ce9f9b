import { formatDataset } from '../../app/format-dataset.ts';
import { type Problem, syntaxProblem } from '../../dataset/problem.ts';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { normalizedPath } from '../file-paths.ts';
import { withoutLinkedText } from '../input/linked-text.ts';
import { datasetInputs, namedFiles } from '../input/named-files.ts';
import { inputOptions, namesOf, readNamed } from '../input/read-input.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { printReport } from '../output/output-file.ts';
import { replaceFile } from '../output/replace-file.ts';
import { SafeOutput } from '../output/safe-output.ts';
import { stylish } from '../output/stylish.ts';
import { TemporaryFiles } from '../output/temporary-files.ts';
import { Progress, type Terminal, UsageError } from '../terminal.ts';

/** `dataset-studio format`: formats files as the editor does. */
export const format = command({
  name: 'format',
  summary: 'Format dataset files.',
  description:
    'Formats dataset files as Format Document does in the editor, each with its own indentation, or by two spaces. Prints the names of the files that change. Standard input (-) is printed. A file with syntax errors is not formatted.',
  arguments: '[files...]',
  options: {
    check: { help: 'write nothing, and fail if a file would change' },
    ...inputOptions,
  },
  examples: ['format "**/*.dataset.*"', 'format datasets --check', 'format - < orders.dataset.json'],
  run: async ({ check, 'stdin-filename': inputName }, positionals, { terminal }) => {
    const found = await namedFiles(positionals, datasetInputs, terminal);
    const { unreadable } = found;
    const nameOf = namesOf(found.files, inputName);
    const isInput = found.files.includes('-');
    if (isInput && found.files.length > 1)
      throw new UsageError('Standard input (-) is printed after it is formatted. Name no other files.');
    // As validate does: hooks name each file.
    const listed = new Set(found.files.filter((file) => file !== '-'));
    const judged = await ReportedProjects.strict(terminal).withoutExcluded({ ...found, listed }, terminal);
    const files = judged.filter((file) => !found.linked.has(file));

    const problems = unreadable.map(
      ({ path, message }): FileProblem => ({ file: path, problem: syntaxProblem(message) }),
    );
    const changed: string[] = [];
    const temporaryFiles = new TemporaryFiles();
    const progress = new Progress(terminal);
    for (const [index, file] of files.entries()) {
      progress.show(() => `Formatted ${index} of ${files.length} files`);
      const result = await formatFile(file, nameOf(file), { isCheck: check, terminal, temporaryFiles });
      if (!result.ok) problems.push(...result.failure.map((problem) => ({ file: nameOf(file), problem })));
      else if (result.value) changed.push(file);
    }
    progress.clear();
    const failed = [...new Set(problems.map(({ file }) => file))];
    if (failed.length > 0) for (const part of stylish(problems, failed)) terminal.error(part);
    if (!isInput && !terminal.isQuiet) await printReport(undefined, namesIn(changed), terminal);
    // With --check, the number is why the command fails.
    const isFailure = check && changed.length > 0;
    if (isFailure || (!isInput && !terminal.isQuiet))
      terminal.error(describeChanges(changed.length, files.length, check));
    if (failed.length > 0) return exitCode.usage;
    return isFailure ? exitCode.invalidDocument : exitCode.done;
  },
});

/** Whether a file changes. What is read from standard input is printed. A failure has what is wrong with the file. */
async function formatFile(
  file: string,
  name: string,
  {
    isCheck,
    terminal,
    temporaryFiles,
  }: { readonly isCheck: boolean; readonly terminal: Terminal; readonly temporaryFiles: TemporaryFiles },
): Promise<Result<boolean, readonly Problem[]>> {
  const read = await readNamed(file, name);
  if (!read.ok) return failure([syntaxProblem(`The file can't be read. ${read.failure}`)]);
  const formatted = await formatDataset(read.value.content, read.value.format);
  if (!formatted.ok) return failure(await withoutLinkedText(file, read.value, formatted.failure.problems));
  const { text, isChanged } = formatted.value;
  if (isCheck) return success(isChanged);
  if (file === '-') {
    const safe = SafeOutput.lines(text);
    // In a string of JSON, what is escaped has the same value.
    if (read.value.format !== 'json' && safe.text !== text)
      return failure([
        syntaxProblem(
          'The text has characters that are escaped when they are printed, which would change it. Name its file instead of standard input.',
        ),
      ]);
    await printReport(undefined, [safe], terminal);
  } else if (isChanged) {
    const written = await replaceFile(file, text, { expected: read.value.content, temporaryFiles });
    if (!written.ok) return failure([syntaxProblem(written.failure)]);
  }
  return success(isChanged);
}

function* namesIn(files: readonly string[]): Iterable<string> {
  for (const file of files) yield `${plainText(normalizedPath(file))}\n`;
}

function describeChanges(changed: number, all: number, isCheck: boolean): string {
  const files = all === 1 ? '1 file' : `${all} files`;
  if (isCheck) return `${changed} of ${files} would change.\n`;
  return `Formatted ${changed} of ${files}.\n`;
}
