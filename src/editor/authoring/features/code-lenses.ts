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
import { currentEnvironment } from '../../environments/current-environment.ts';
import { describeWorkspaceSelection } from '../../environments/selection/describe-workspace-selection.ts';
import { isDataset } from '../../languages.ts';
import type { Settings } from '../../studio/settings.ts';

/** The first line's lenses: Create Dataset → staging · Preview · 2 problems; the last alone where nothing can be submitted. */
export class CodeLenses implements CodeLensProvider, Disposable {
  readonly #settings: Settings;
  readonly #canSubmit: boolean;
  readonly #changed = new EventEmitter<void>();
  readonly #registrations: Disposable[];
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(settings: Settings, canSubmit: boolean) {
    this.#settings = settings;
    this.#canSubmit = canSubmit;
    const changed = () => this.#changed.fire();
    this.#registrations = [
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) changed();
      }),
      workspace.onDidGrantWorkspaceTrust(changed),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const judged = new Set(uris.map(String));
        const isShown = ({ document }: TextEditor) =>
          isDataset(document) && judged.has(document.uri.toString());
        if (window.visibleTextEditors.some(isShown)) changed();
      }),
    ];
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const commands = this.#canSubmit
      ? [workspace.isTrusted ? this.#create(uri) : restricted(), preview(uri)]
      : [];
    if (this.#settings.validates(uri)) commands.push(problemCount(uri));
    const firstLine = new Range(0, 0, 0, 0);
    return commands.map((command) => new CodeLens(firstLine, command));
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
    this.#changed.dispose();
  }

  #create(uri: Uri): Command {
    const environment = currentEnvironment(this.#settings);
    return {
      title: environment
        ? l10n.t('Create Dataset → {0}', plain(environment.name))
        : l10n.t('Create Dataset…'),
      tooltip: environment ? this.#target(environment) : l10n.t('Choose where to create it'),
      command: 'dataset.create',
      arguments: [uri],
    };
  }

  #target({ service }: Environment): string {
    const selection = this.#settings.workspaceSelection();
    const lines = [service.baseUrl.href, ...(selection ? [describeWorkspaceSelection(selection)] : [])];
    return lines.join('\n');
  }
}

/** In a lens `$(…)` is an icon. */
function plain(text: string): string {
  return printable(text).replaceAll('$(', '$ (');
}

function restricted(): Command {
  return {
    title: l10n.t('Create Dataset is off in Restricted Mode'),
    tooltip: l10n.t('Trust the workspace to turn it on'),
    command: 'workbench.trust.manage',
  };
}

function preview(uri: Uri): Command {
  return {
    title: l10n.t('Preview'),
    tooltip: l10n.t('Show the request that would be sent, secrets masked'),
    command: 'dataset.previewRequest',
    arguments: [uri],
  };
}

function problemCount(uri: Uri): Command {
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
