import { type Disposable, env, l10n, Uri, window } from 'vscode';
import { notificationText } from '../notification-text.ts';
import { type Command, registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';

/** The parts of package.json that are read here. */
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

/**
 * Commands that need Node.js say so when a key binding or another extension runs them. Menus and the palette don't show
 * them in a browser, because their `enablement` in package.json has this condition.
 */
const needsNode = '!isWeb || remoteName';

export function registerUnavailableCommands(
  studio: () => Promise<CommonStudio>,
  { contributes, repository }: Manifest,
): Disposable {
  const unavailable = contributes.commands.filter(({ enablement }) => enablement?.includes(needsNode));
  const handlers = unavailable.map(({ command, title }): [string, Command] => [
    command,
    async (...args) => {
      void explain(title, `${repository.url}/blob/main/docs/browser.md`);
      return command === 'dataset.create' ? notSent(args) : undefined;
    },
  ]);
  return registerCommands(studio, Object.fromEntries(handlers));
}

/** What `dataset.create` resolves to: one result for each URI if several are passed. */
function notSent([target, selection]: readonly unknown[]) {
  const result = { outcome: 'not-sent' };
  const several = Array.isArray(target) ? target : Array.isArray(selection) ? selection : [];
  return several.length > 1 || several === target ? several.map(() => result) : result;
}

async function explain(title: string, page: string): Promise<void> {
  const learnMore = l10n.t('Learn More');
  const message = l10n.t(
    '"{0}" is not available in a browser. Open the folder in VS Code on your computer or in a codespace, or use the command line.',
    title,
  );
  if ((await window.showWarningMessage(notificationText(message), learnMore)) === learnMore)
    await env.openExternal(Uri.parse(page));
}
