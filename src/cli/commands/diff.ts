import type { Change } from '../../comparison/change.ts';
import { compareDatasets } from '../../comparison/compare.ts';
import { changeRecords, changesAsMarkdown, changesAsText } from '../../comparison/write-changes.ts';
import { command, exitCode } from '../command.ts';
import { readInputValue } from '../input/document-file.ts';
import { jsonText } from '../output/json-text.ts';
import { UsageError } from '../terminal.ts';

const formatNames = ['text', 'json', 'markdown'] as const;
const formats: Readonly<Record<(typeof formatNames)[number], (changes: readonly Change[]) => string>> = {
  text: changesAsText,
  json: (changes) => `${jsonText(changeRecords(changes))}\n`,
  markdown: changesAsMarkdown,
};

/** `dataset-studio diff`: what changed between two documents, by their meaning. */
export const diff = command({
  name: 'diff',
  summary: 'List the differences between two datasets.',
  description: 'Lists the differences between two datasets. - is standard input, as JSON or YAML.',
  arguments: '<old> <new>',
  options: {
    format: { value: 'FORMAT', choices: formatNames, default: 'text', help: 'how to print them' },
    'exit-code': { help: 'exit with 1 if there is any difference' },
  },
  examples: [
    'diff old.dataset.json new.dataset.json',
    'diff - sales.dataset.json --format markdown < old.dataset.json',
  ],
  run: async (values, [oldPath = '', newPath = ''], { terminal }) => {
    const write = formats[formatNames.find((name) => name === values.format) ?? 'text'];
    if (oldPath === '-' && newPath === '-')
      throw new UsageError('Only one of the two documents can be standard input (-).');

    const oldValue = await readInputValue(oldPath, terminal);
    const newValue = await readInputValue(newPath, terminal);
    if (!oldValue.ok || !newValue.ok) return exitCode.usage;
    const changes = compareDatasets(oldValue.value, newValue.value);
    terminal.out(write(changes));
    return values['exit-code'] && changes.length > 0 ? exitCode.invalidDocument : exitCode.done;
  },
});
