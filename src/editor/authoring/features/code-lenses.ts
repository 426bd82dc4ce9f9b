import {
  CodeLens,
  type CodeLensProvider,
  type Command,
  type Disposable,
  EventEmitter,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { printable } from '../../../text/printable.ts';
import {
  currentEnvironment,
  describeWorkspaceSelection,
} from '../../environments/selection/current-environment.ts';
import { isDataset } from '../../languages.ts';
import type { Settings } from '../../studio/editor-settings.ts';

/**
 * Provides the code lenses above the first line, such as *Create Dataset → staging | Preview | 2 problems*. Without
 * `canSubmit`, only the problem count.
 */
export class CodeLenses implements CodeLensProvider, Disposable {
  readonly #settings: Settings;
  readonly #canSubmit: boolean;
  readonly #changed = new EventEmitter<void>();
  readonly #registrations: Disposable[];
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(settings: Settings, canSubmit: boolean) {
    this.#settings = settings;
    this.#canSubmit = canSubmit;
    const fireChanged = () => this.#changed.fire();
    this.#registrations = [
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) fireChanged();
      }),
      workspace.onDidGrantWorkspaceTrust(fireChanged),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const changedUris = new Set(uris.map(String));
        const isShown = ({ document }: TextEditor) =>
          isDataset(document) && changedUris.has(document.uri.toString());
        if (window.visibleTextEditors.some(isShown)) fireChanged();
      }),
    ];
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const commands = this.#canSubmit
      ? [workspace.isTrusted ? this.#createCommand(uri) : restrictedModeCommand(), previewCommand(uri)]
      : [];
    if (this.#settings.isValidationEnabled(uri)) commands.push(problemCountCommand(uri));
    const firstLine = new Range(0, 0, 0, 0);
    return commands.map((command) => new CodeLens(firstLine, command));
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
    this.#changed.dispose();
  }

  #createCommand(uri: Uri): Command {
    const environment = currentEnvironment(this.#settings);
    return {
      title: environment
        ? l10n.t('Create Dataset → {0}', escapeIcons(environment.name))
        : l10n.t('Create Dataset…'),
      tooltip: environment ? this.#describeTarget(environment) : l10n.t('Select an environment'),
      command: 'dataset.create',
      arguments: [uri],
    };
  }

  #describeTarget({ service }: Environment): string {
    const selection = this.#settings.workspaceSelection();
    const lines = [service.baseUrl.href, ...(selection ? [describeWorkspaceSelection(selection)] : [])];
    return lines.join('\n');
  }
}

/** VS Code shows `$(name)` in a code lens as an icon. */
function escapeIcons(text: string): string {
  return printable(text).replaceAll('$(', '$ (');
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
