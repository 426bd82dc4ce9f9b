import { CancellationError, commands, Disposable, l10n } from 'vscode';
import { describeUnexpectedError } from '../text/unexpected-error.ts';
import type { CommonStudio } from './studio/common-studio.ts';

/** Gets what the command is called with: a URI from a menu, whatever other extensions pass. */
export type Command = (...args: unknown[]) => Promise<unknown>;

/** Expected failures a command tells itself. VS Code shows and logs the words of others: these are without content. */
export function registerCommands(
  studio: () => Promise<Pick<CommonStudio, 'log'>>,
  handlers: Readonly<Record<string, Command>>,
): Disposable {
  return Disposable.from(
    ...Object.entries(handlers).map(([id, run]) =>
      commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await run(...args);
        } catch (error) {
          if (error instanceof CancellationError) throw error;
          const report = `${id}: ${describeUnexpectedError(error)}`;
          await studio().then(
            ({ log }) => log.error(report),
            () => {}, // Where the studio itself is what fails, there is no log.
          );
          throw new Error(
            l10n.t(
              'Dataset Studio met an error that it did not expect. Run Dataset: Show Log, and report what stands there.',
            ),
          );
        }
      }),
    ),
  );
}
