import { l10n } from 'vscode';
import type { Environment } from '../../environments/environment.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Settings } from './editor-settings.ts';
import type { WorkspaceSelection } from './workspace-settings.ts';

/** The environment that commands use without asking: the selected one, or the only one if none is selected. */
export function currentEnvironment(settings: Settings): Environment | undefined {
  const { environments } = settings.environments();
  const selected = settings.selectedEnvironment();
  if (selected !== undefined) return environments.find(({ name }) => name === selected);
  const [only, another] = environments;
  return another ? undefined : only;
}

/** Says that the workspace selects the environment, not the user. */
export function describeWorkspaceSelection({ name, own }: WorkspaceSelection): string {
  return own === undefined
    ? l10n.t(
        'The settings of this workspace select "{0}". You have not selected an environment yourself.',
        plainText(name, 100),
      )
    : l10n.t(
        'The settings of this workspace select "{0}". Your own selection is "{1}".',
        plainText(name, 100),
        plainText(own, 100),
      );
}
