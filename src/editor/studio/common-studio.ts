import { config } from '@vscode/l10n';
import { type ExtensionContext, type LogOutputChannel, l10n, window } from 'vscode';
import { Settings } from './settings.ts';

/** Services that commands share in every host, including browsers. */
export interface CommonStudio {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
}

/** Creates the log, and configures the core to use VS Code's translations. */
export function openCommonStudio({ subscriptions }: Pick<ExtensionContext, 'subscriptions'>): CommonStudio {
  if (l10n.bundle) config({ contents: l10n.bundle });
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  subscriptions.push(log);
  return { settings: new Settings(), log };
}
