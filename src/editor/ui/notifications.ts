import { commands, window } from 'vscode';
import { notificationText } from '../../text/plain-text.ts';

type Severity = 'info' | 'warning' | 'error';

/** A button of a notification. */
export interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/** A button that runs a command. */
export function commandButton(title: string, command: string, ...args: readonly unknown[]): Action {
  return { title, run: () => commands.executeCommand(command, ...args) };
}

/**
 * What VS Code refuses to do, such as to write settings that have a syntax error: an expected failure of any command.
 * `message`: what failed, VS Code's reason, and what to do.
 */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  readonly action: Action;

  constructor(message: string, action: Action) {
    super(message);
    this.action = action;
  }
}

/** Shows a refusal. Returns false for every other error. By name: each bundle has a class of its own. */
export function showRefusal(error: unknown): error is HostRefusal {
  if (!(error instanceof Error && error.name === 'HostRefusal' && 'action' in error)) return false;
  const { message, action } = error as HostRefusal;
  void notify('error', message, action);
  return true;
}

type Show = (message: string, ...titles: string[]) => Thenable<string | undefined>;

/**
 * Shows a message, which may contain text of a server, a file or a setting, with buttons, the most important first. Ends when it is
 * closed, or what a button does is done. Whole sentences; singular and plural are separate messages.
 */
export async function notify(
  severity: Severity,
  message: string,
  ...actions: readonly Action[]
): Promise<void> {
  const show: Readonly<Record<Severity, Show>> = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  };
  const choice = await show[severity](notificationText(message), ...actions.map(({ title }) => title));
  try {
    await actions.find(({ title }) => title === choice)?.run();
  } catch (error) {
    if (!showRefusal(error)) throw error;
  }
}

/**
 * Asks in a dialog, which also has Cancel. `buttons`: their labels by what they mean, the most important first. `detail`: more lines
 * below the question. Undefined if the user cancels.
 */
export async function ask<Answer extends string>(
  question: string,
  buttons: Readonly<Partial<Record<Answer, string>>>,
  detail?: string,
): Promise<Answer | undefined> {
  const labels = Object.entries(buttons) as [Answer, string][];
  const lines = detail?.split('\n').map((line) => notificationText(line));
  const choice = await window.showWarningMessage(
    notificationText(question),
    { modal: true, detail: lines?.join('\n') },
    ...labels.map(([, label]) => label),
  );
  return labels.find(([, label]) => label === choice)?.[0];
}

/** Whether the user presses the one button of a dialog, beside Cancel. */
export async function confirm(question: string, button: string, detail?: string): Promise<boolean> {
  return (await ask(question, { button }, detail)) === 'button';
}

/** Shows an error that has no buttons. `message` may contain text of a server, a file or a setting. */
export function showFailure(message: string): void {
  void notify('error', message);
}
