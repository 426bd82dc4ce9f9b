import { CancellationError, commands, Disposable, l10n } from 'vscode';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import { showRefusal } from '../ui/notifications.ts';
import type { CommonStudio } from './common-studio.ts';

/** The arguments come from menus (such as a URI), key bindings, or other extensions, so their types are unknown. */
export type Command = (...args: unknown[]) => Promise<unknown>;

/** Makes commands of functions that are loaded on first use, and that get the studio before the arguments. */
export function commandsOf<Loaded, Services>(load: () => Promise<Loaded>, studio: () => Promise<Services>) {
  return (find: (loaded: Loaded) => (studio: Services, ...args: unknown[]) => Promise<unknown>): Command =>
    async (...args) =>
      find(await load())(await studio(), ...args);
}

/**
 * Registers commands that report expected failures themselves. An unexpected error is logged without content from files
 * or servers. Because VS Code shows and logs the message of a thrown error, that message is generic.
 */
export function registerCommands(
  studio: () => Promise<Pick<CommonStudio, 'log'>>,
  handlers: Readonly<Record<string, Command>>,
): Disposable {
  return Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await handler(...args);
        } catch (error) {
          if (error instanceof CancellationError) throw error;
          if (showRefusal(error)) return undefined;
          const report = `${id}: ${describeUnexpectedError(error)}`;
          await studio().then(
            ({ log }) => log.error(report),
            () => {}, // The log is not available if creating the studio failed.
          );
          throw new Error(unexpectedErrorMessage());
        }
      }),
    ),
  );
}

export function unexpectedErrorMessage(): string {
  return l10n.t(
    'An unexpected error occurred in Dataset Studio. Run Dataset: Show Log for details, and report the problem.',
  );
}
