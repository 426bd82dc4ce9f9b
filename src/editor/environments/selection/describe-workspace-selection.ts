import { l10n } from 'vscode';
import { plainText } from '../../../text/plain-text.ts';
import type { WorkspaceSelection } from './workspace-selection.ts';

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
