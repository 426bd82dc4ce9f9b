import {
  CodeLens,
  type CodeLensProvider,
  type Command,
  Disposable,
  EventEmitter,
  l10n,
  Range,
  type Uri,
  workspace,
} from 'vscode';
import { withoutIcons } from '../../../text/plain-text.ts';
import { printable } from '../../../text/printable.ts';
import { summarizeUnjudged, type Unjudged, unjudged } from '../../documents/unjudged.ts';
import { currentEnvironment, describeWorkspaceSelection } from '../../studio/current-environment.ts';
import type { Settings } from '../../studio/editor-settings.ts';

/**
 * Provides the code lens above the first line, *Create Dataset → staging*, without `canSubmit` none. A file that isn't
 * checked also has the reason, and an excluded one nothing else. There are no problems in it: VS Code asks for lenses late, so
 * that they would be outdated while the user types.
 */
export function codeLenses(settings: Settings, canSubmit: boolean): CodeLensProvider & Disposable {
  const changed = new EventEmitter<void>();
  const fireChanged = () => changed.fire();
  const registrations = Disposable.from(
    changed,
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('dataset')) fireChanged();
    }),
    settings.projects.onDidChange(fireChanged),
    workspace.onDidGrantWorkspaceTrust(fireChanged),
  );
  return {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async ({ uri }) => {
      const left = unjudged(uri, await settings.judge(uri));
      if (left?.kind === 'excluded') return [lens(unjudgedCommand(left))];
      const create = workspace.isTrusted ? createCommand(uri, settings) : restrictedModeCommand();
      return [...(canSubmit ? [create] : []), ...(left ? [unjudgedCommand(left)] : [])].map(lens);
    },
    dispose: () => registrations.dispose(),
  };
}

function lens(command: Command): CodeLens {
  return new CodeLens(new Range(0, 0, 0, 0), command);
}

/** Opens the project file. */
function unjudgedCommand(left: Unjudged): Command {
  return {
    title: withoutIcons(summarizeUnjudged(left)),
    tooltip: left.message || l10n.t('Open the project file'),
    command: 'vscode.open',
    arguments: [left.uri, { selection: left.range }],
  };
}

function createCommand(uri: Uri, settings: Settings): Command {
  const environment = currentEnvironment(settings);
  const selection = settings.workspaceSelection();
  return {
    title: environment
      ? l10n.t('Create Dataset → {0}', withoutIcons(printable(environment.name)))
      : l10n.t('Create Dataset…'),
    tooltip: environment
      ? [
          environment.service.baseUrl.href,
          ...(selection ? [describeWorkspaceSelection(selection)] : []),
        ].join('\n')
      : l10n.t('Select an environment'),
    command: 'dataset.create',
    arguments: [uri],
  };
}

function restrictedModeCommand(): Command {
  return {
    title: l10n.t('Create Dataset is disabled in Restricted Mode'),
    tooltip: l10n.t('Trust the workspace to enable it'),
    command: 'workbench.trust.manage',
  };
}
