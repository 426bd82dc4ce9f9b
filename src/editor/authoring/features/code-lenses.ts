import {
  CodeLens,
  type CodeLensProvider,
  type Command,
  Disposable,
  EventEmitter,
  l10n,
  languages,
  Range,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { withoutIcons } from '../../../text/plain-text.ts';
import { printable } from '../../../text/printable.ts';
import {
  currentEnvironment,
  describeWorkspaceSelection,
} from '../../environments/selection/current-environment.ts';
import { isDataset } from '../../languages.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { summarizeUnjudged, type Unjudged, unjudged } from '../../unjudged.ts';
import { isFile } from '../../uris.ts';

/**
 * Provides the code lenses above the first line, such as *Create Dataset → staging | Preview | 2 problems*. Without
 * `canSubmit`, only the problem count. A file that isn't checked has the reason instead, and an excluded one nothing else.
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
    languages.onDidChangeDiagnostics(({ uris }) => {
      const changedUris = new Set(uris.map(String));
      const isShown = ({ document }: TextEditor) =>
        isDataset(document) && changedUris.has(document.uri.toString());
      if (window.visibleTextEditors.some(isShown)) fireChanged();
    }),
  );
  return {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async ({ uri }) => {
      const left = unjudged(uri, await settings.judge(uri));
      if (left?.kind === 'excluded') return [lens(unjudgedCommand(left))];
      const create = workspace.isTrusted ? createCommand(uri, settings) : restrictedModeCommand();
      const commands = canSubmit ? [create, previewCommand(uri)] : [];
      // That a file has no problems means nothing if it isn't checked.
      if (left) commands.push(unjudgedCommand(left));
      else if (settings.isValidationEnabled(uri) && isFile(uri)) commands.push(problemCountCommand(uri));
      return commands.map(lens);
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

function previewCommand(uri: Uri): Command {
  return {
    title: l10n.t('Preview'),
    tooltip: l10n.t('Show the request that would be sent, with secrets masked'),
    command: 'dataset.previewRequest',
    arguments: [uri],
  };
}

function problemCountCommand(uri: Uri): Command {
  const problems = languages.getDiagnostics(uri).filter(({ source }) => source === 'dataset');
  const title =
    problems.length === 0
      ? l10n.t('No problems')
      : problems.length === 1
        ? l10n.t('1 problem')
        : l10n.t('{0} problems', problems.length);
  return {
    title,
    tooltip: l10n.t('Show the Problems panel'),
    command: 'workbench.actions.view.problems',
  };
}
