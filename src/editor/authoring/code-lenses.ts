import * as vscode from 'vscode';
import type { Environment } from '../../identity/environments/environment.ts';
import { printable } from '../../text/printable.ts';
import { currentEnvironment } from '../environments/current-environment.ts';
import { workspaceSelectionWords } from '../environments/workspace-selection-words.ts';
import { isDataset } from '../languages.ts';
import type { Settings } from '../settings.ts';

/** The first line's lenses: Create Dataset → staging · Preview · 2 problems. */
export class CodeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #settings: Settings;
  readonly #registrations: vscode.Disposable[];

  /** `changed` is called when the lenses may read otherwise. */
  constructor(settings: Settings, changed: () => void) {
    this.#settings = settings;
    this.#registrations = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) changed();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const judged = new Set(uris.map(String));
        const isShown = ({ document }: vscode.TextEditor) =>
          isDataset(document) && judged.has(document.uri.toString());
        if (vscode.window.visibleTextEditors.some(isShown)) changed();
      }),
    ];
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const commands = [vscode.workspace.isTrusted ? this.#create(uri) : restricted(), preview(uri)];
    if (this.#settings.validates(uri)) commands.push(problemCount(uri));
    const firstLine = new vscode.Range(0, 0, 0, 0);
    return commands.map((command) => new vscode.CodeLens(firstLine, command));
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }

  #create(uri: vscode.Uri): vscode.Command {
    const environment = currentEnvironment(this.#settings);
    return {
      title: environment
        ? vscode.l10n.t('Create Dataset → {0}', plain(environment.name))
        : vscode.l10n.t('Create Dataset…'),
      tooltip: environment ? this.#target(environment) : vscode.l10n.t('Choose where to create it'),
      command: 'dataset.create',
      arguments: [uri],
    };
  }

  #target({ service }: Environment): string {
    const selection = this.#settings.workspaceSelection();
    const lines = [service.baseUrl.href, ...(selection ? [workspaceSelectionWords(selection)] : [])];
    return lines.join('\n');
  }
}

/** In a lens `$(…)` is an icon. */
function plain(text: string): string {
  return printable(text).replaceAll('$(', '$ (');
}

function restricted(): vscode.Command {
  return {
    title: vscode.l10n.t('Create Dataset is off in Restricted Mode'),
    tooltip: vscode.l10n.t('Trust the workspace to turn it on'),
    command: 'workbench.trust.manage',
  };
}

function preview(uri: vscode.Uri): vscode.Command {
  return {
    title: vscode.l10n.t('Preview'),
    tooltip: vscode.l10n.t('Show the request that would be sent, secrets masked'),
    command: 'dataset.previewRequest',
    arguments: [uri],
  };
}

function problemCount(uri: vscode.Uri): vscode.Command {
  const problems = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'dataset');
  const title =
    problems.length === 0
      ? vscode.l10n.t('No problems')
      : problems.length === 1
        ? vscode.l10n.t('1 problem')
        : vscode.l10n.t('{0} problems', problems.length);
  return {
    title,
    tooltip: vscode.l10n.t('Show the Problems panel'),
    command: 'workbench.actions.view.problems',
  };
}
