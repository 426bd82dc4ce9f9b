import { config } from '@vscode/l10n';
import { type ExtensionContext, type LogOutputChannel, l10n, window } from 'vscode';
import { Settings } from './settings.ts';

/** What commands share in every host, also in a browser. */
export interface CommonStudio {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
}

/** Opens the log, and hands VS Code's translations to the core. */
export function openCommonStudio({ subscriptions }: Pick<ExtensionContext, 'subscriptions'>): CommonStudio {
  if (l10n.bundle) config({ contents: l10n.bundle });
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  subscriptions.push(log);
  return { settings: new Settings(), log };
}
