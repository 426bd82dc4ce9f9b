import { command } from '../command.ts';
import { infer as inferFiles } from '../infer/infer.ts';
import { inferOptions, readOptions } from '../infer/options.ts';

/** `dataset-studio infer`: reads data files whole and prints the dataset that fits them. */
export const infer = command({
  name: 'infer',
  summary: 'Print the dataset that fits data files.',
  description: 'Reads data files whole and prints the dataset that fits them. - is standard input.',
  arguments: '<files...>',
  options: inferOptions,
  examples: ['infer orders.csv --output orders.dataset.json', 'infer data/*.csv --merge --report report.md'],
  run: (values, positionals, { terminal, input, listen }) =>
    inferFiles(readOptions(values, positionals), { terminal, input, listen: () => listen().stop }),
});
