import {
  ConfigurationTarget,
  commands,
  env,
  l10n,
  Uri,
  type WorkspaceConfiguration,
  workspace,
} from 'vscode';
import { plainText } from '../../text/plain-text.ts';
import { HostRefusal, showFailure } from '../ui/notifications.ts';
import { fileName } from './uris.ts';

// What VS Code may refuse to write: settings with a syntax error, secrets without a keyring, files in a read-only folder.

/** Changes a setting, or removes it if `value` is undefined. `name`: with its section. Throws a `HostRefusal`. */
export async function updateSetting(
  section: WorkspaceConfiguration,
  name: string,
  value: unknown,
  target: ConfigurationTarget,
): Promise<void> {
  try {
    await section.update(name.slice(name.indexOf('.') + 1), value, target);
  } catch (error) {
    throw new HostRefusal(l10n.t("The setting {0} can't be saved. {1}", name, reasonOf(error)), {
      title: l10n.t('Open Settings'),
      run: () => commands.executeCommand(settingsCommands[target]),
    });
  }
}

const settingsCommands: Readonly<Record<ConfigurationTarget, string>> = {
  [ConfigurationTarget.Global]: 'workbench.action.openSettingsJson',
  [ConfigurationTarget.Workspace]: 'workbench.action.openWorkspaceSettingsFile',
  [ConfigurationTarget.WorkspaceFolder]: 'workbench.action.openFolderSettingsFile',
};

const keychainPage =
  'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';

/** Stores a secret. Throws a `HostRefusal`. */
export async function storeSecret(store: () => Thenable<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    throw new HostRefusal(
      l10n.t(
        "VS Code can't store secrets on this machine, so nothing was stored. {0} Check the keyring of your system.",
        reasonOf(error),
      ),
      { title: l10n.t('Troubleshooting'), run: () => env.openExternal(Uri.parse(keychainPage)) },
    );
  }
}

/** Writes a file. Returns whether it was written; otherwise says why not, and what to do. */
export async function writeFile(file: Uri, content: Uint8Array): Promise<boolean> {
  try {
    await workspace.fs.writeFile(file, content);
    return true;
  } catch (error) {
    const name = plainText(fileName(file));
    showFailure(
      l10n.t("{0} can't be written. {1} Choose another folder, and try again.", name, reasonOf(error)),
    );
    return false;
  }
}

/** The message of an error that VS Code threw, which contains no data of the user, as a sentence. */
function reasonOf(error: unknown): string {
  const text = plainText(error instanceof Error ? error.message : String(error), 300);
  return /[.!?。！？]$/.test(text) || text === '' ? text : `${text}.`;
}
