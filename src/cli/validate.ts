import { stat } from 'node:fs/promises';
import { glob, isDynamicPattern } from 'tinyglobby';
import { plainText } from '../gateway/server-text.ts';
import { parseCommandLine, wholeNumber } from './arguments.ts';
import { checkFiles } from './check-files.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { formats } from './problem-formats.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** `dataset-studio validate`: checks files as the editor does, and sends nothing. */
export async function validate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    format: { type: 'string', default: 'stylish' },
    'max-warnings': { type: 'string' },
  });
  const format = formats[values.format];
  if (!format) throw new UsageError(`--format takes one of ${Object.keys(formats).join(', ')}.`);
  const most = values['max-warnings'];
  const maxWarnings = most === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-warnings', most, 0);

  const files = await expand(positionals);
  const problems = await checkFiles(files);
  terminal.out(format(problems, files.length));

  const count = (severity: string) => problems.filter(({ problem }) => problem.severity === severity).length;
  if (count('error') > 0) return exitCode.invalidDocument;
  if (count('warning') <= maxWarnings) return exitCode.done;
  terminal.error(`${count('warning')} warnings, and --max-warnings allows ${maxWarnings}.\n`);
  return exitCode.invalidDocument;
}

/** Files as named; globs and folders become the files that they hold. */
async function expand(positionals: readonly string[]): Promise<readonly string[]> {
  if (positionals.length === 0) throw new UsageError('Name the files to check, such as "**/*.dataset.json".');
  const files = new Set<string>();
  for (const argument of positionals) {
    const found = await filesOf(argument);
    if (found.length === 0) throw new UsageError(`No dataset file is found at ${plainText(argument)}.`);
    for (const file of found) files.add(file);
  }
  return [...files];
}

async function filesOf(argument: string): Promise<readonly string[]> {
  const status = await stat(argument).catch(() => undefined);
  if (status?.isDirectory()) {
    const inside = await glob('**/*.dataset.{json,yaml,yml}', {
      cwd: argument,
      ignore: ['**/node_modules/**'],
    });
    return inside.map((file) => `${argument.replace(/[/\\]+$/, '')}/${file}`).sort();
  }
  if (status || !isDynamicPattern(argument)) return [argument];
  return (await glob(argument.replaceAll('\\', '/'), { ignore: ['**/node_modules/**'] })).sort();
}
