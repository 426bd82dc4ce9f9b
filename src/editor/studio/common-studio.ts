import { type ExtensionContext, type LogOutputChannel, window } from 'vscode';
import { Settings } from './editor-settings.ts';

/** Services that commands share in every host, including browsers. */
export interface CommonStudio {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
}

/** Creates the log and reads the settings. */
export function openCommonStudio({ subscriptions }: Pick<ExtensionContext, 'subscriptions'>): CommonStudio {
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  subscriptions.push(log);
  return { settings: new Settings(), log };
}
