import type { Change } from '../../comparison/change.ts';
import { compareDatasets } from '../../comparison/compare.ts';
import { changeRecords } from '../../comparison/write-json.ts';
import { changesAsMarkdown } from '../../comparison/write-markdown.ts';
import { changesAsText } from '../../comparison/write-text.ts';
import { parseCommandLine } from '../arguments.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readInputValue } from '../input/input-value.ts';
import { withoutCommands } from '../output/line-for-people.ts';
import { printableJson } from '../output/printable-json.ts';
import { type Terminal, UsageError } from '../terminal.ts';

const formats: Readonly<Record<string, (changes: readonly Change[]) => string>> = {
  text: (changes) => withoutCommands(changesAsText(changes)),
  json: (changes) => `${printableJson(changeRecords(changes))}\n`,
  markdown: changesAsMarkdown,
};

/** `dataset-studio diff`: what changed between two documents, by their meaning. */
export async function diff(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    format: { type: 'string', default: 'text' },
    'exit-code': { type: 'boolean', default: false },
  });
  const write = Object.hasOwn(formats, values.format) ? formats[values.format] : undefined;
  if (!write) throw new UsageError(`--format takes one of ${Object.keys(formats).join(', ')}.`);
  const [oldPath, newPath, ...rest] = positionals;
  if (oldPath === undefined || newPath === undefined || rest.length > 0)
    throw new UsageError('diff takes two documents: the old one and the new one.');
  if (oldPath === '-' && newPath === '-')
    throw new UsageError('Only one of the two documents can be standard input (-).');

  const oldValue = await readInputValue(oldPath, terminal);
  const newValue = await readInputValue(newPath, terminal);
  if (!oldValue.ok || !newValue.ok) return exitCode.usage;
  const changes = compareDatasets(oldValue.value, newValue.value);
  terminal.out(write(changes));
  return values['exit-code'] && changes.length > 0 ? exitCode.invalidDocument : exitCode.done;
}
