import { type Disposable, env, l10n, Uri } from 'vscode';
import { notify } from '../notifications.ts';
import { type Command, registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';

/** The properties of package.json that are needed here. */
interface Manifest {
  readonly repository: { readonly url: string };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly enablement?: string;
    }[];
  };
}

/** The condition in the `enablement` of commands that need Node.js. It hides them from menus and the Command Palette. */
const nodeCondition = '!isWeb || remoteName';

/** Registers commands that need Node.js so that they show an explanation if a key binding or an extension runs them. */
export function registerUnavailableCommands(
  studio: () => Promise<CommonStudio>,
  { contributes, repository }: Manifest,
): Disposable {
  const unavailable = contributes.commands.filter(({ enablement }) => enablement?.includes(nodeCondition));
  const handlers = unavailable.map(({ command, title }): [string, Command] => [
    command,
    async (...args) => {
      void showUnavailable(title.replace('…', ''), `${repository.url}/blob/main/docs/browser.md`);
      return command === 'dataset.create' ? notSentResult(args) : undefined;
    },
  ]);
  return registerCommands(studio, Object.fromEntries(handlers));
}

/** The result of `dataset.create`: an array with one result for each URI if several are passed. */
function notSentResult([target, selection]: readonly unknown[]) {
  const result = { outcome: 'not-sent' };
  const uris = Array.isArray(target) ? target : Array.isArray(selection) ? selection : [];
  return uris.length > 1 || uris === target ? uris.map(() => result) : result;
}

async function showUnavailable(title: string, page: string): Promise<void> {
  const message = l10n.t(
    '"{0}" is not available in a browser. Open the folder in VS Code on your computer or in a codespace, or use the command line.',
    title,
  );
  const choice = await notify('warning', message, { buttons: { learnMore: l10n.t('Learn More') } });
  if (choice === 'learnMore') await env.openExternal(Uri.parse(page));
}
