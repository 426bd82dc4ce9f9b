import { registerHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { ReadingOption } from '../../../src/inference/reading-option.ts';
import { readingOptions } from '../../../src/inference/reading-options.ts';

/** In a thread of its own, which has an option for reading data more: answers with what the front ends make of it. */
const option: ReadingOption = {
  kind: 'choice',
  choices: [
    { value: 'heavy', label: () => 'Quite Heavy' },
    { value: 'light', label: () => 'Quite Light' },
  ],
  placeholder: 'WEIGHT',
  formats: ['csv'],
  label: () => 'Weight of Ink',
  description: () => 'How heavy the ink of the data is.',
};
Object.assign(readingOptions, { inkWeight: option });

const vscode = 'export const l10n = { t: (text) => text };';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(vscode)}`, shortCircuit: true }
      : next(specifier, context),
});

const { readArguments } = await import('../../../src/cli/program.ts');
const { check } = await import('../../../src/cli/commands/check.ts');
const { infer } = await import('../../../src/cli/commands/infer.ts');
const { readingChoices } = await import('../../../src/cli/input/reading-flags.ts');
const { inputSchemas } = await import('../../../src/agents/definitions.ts');
const { optionsFor } = await import('../../../src/editor/from-data/data-page-content.ts');

const helpOf = (name: string) => {
  const invocation = readArguments([name, '--help'], [check, infer], '1.0.0');
  return invocation.kind === 'print' ? invocation.text : '';
};
parentPort?.postMessage({
  help: [helpOf('check'), helpOf('infer')],
  read: readingChoices({ 'ink-weight': 'light' }),
  tools: [inputSchemas.dataset_infer, inputSchemas.dataset_check].map(({ properties }) => properties),
  page: optionsFor([]),
});
