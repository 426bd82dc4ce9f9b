import { command } from '../command.ts';
import { completionScript, shells } from '../completion-script.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../terminal.ts';

/** `dataset-studio completion`: a script that completes commands and options in a shell. */
export const completion = command({
  name: 'completion',
  summary: 'Print a script that completes commands and options in a shell.',
  arguments: '<shell>',
  argumentChoices: shells,
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/dataset-studio',
    'completion fish > ~/.config/fish/completions/dataset-studio.fish',
  ],
  run: async (_values, [name], { terminal, commands }) => {
    const shell = shells.find((each) => each === name);
    if (shell === undefined) throw new UsageError(`completion takes one of ${shells.join(', ')}.`);
    terminal.out(completionScript(shell, await commands()));
    return exitCode.done;
  },
});
