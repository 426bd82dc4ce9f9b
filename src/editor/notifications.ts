import { type MessageOptions, window } from 'vscode';
import { notificationText } from '../text/plain-text.ts';

export type Severity = 'information' | 'warning' | 'error';

interface NotificationOptions<Action extends string> {
  /** The labels of the buttons by what they do, the most important first. */
  readonly buttons?: Readonly<Partial<Record<Action, string>>>;
  /** Asks in a dialog, which also has Cancel. */
  readonly modal?: boolean;
  /** More lines below the message of a dialog. */
  readonly detail?: string;
}

/**
 * Shows a message, which may contain text of a server, a file or a setting, and returns the button that was pressed: undefined
 * if the message was closed or cancelled. Whole sentences; singular and plural are separate messages.
 */
export async function notify<Action extends string = never>(
  severity: Severity,
  message: string,
  { buttons, modal = false, detail }: NotificationOptions<Action> = {},
): Promise<Action | undefined> {
  const labels = Object.entries(buttons ?? {}) as [Action, string][];
  const show: Readonly<Record<Severity, Show>> = {
    information: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  };
  const options = { modal, detail: detail && escapeLines(detail) };
  const names = labels.map(([, label]) => label);
  const choice = await show[severity](notificationText(message), options, ...names);
  return labels.find(([, label]) => label === choice)?.[0];
}

type Show = (message: string, options: MessageOptions, ...labels: string[]) => Thenable<string | undefined>;

function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => notificationText(line))
    .join('\n');
}

/** Shows an error that has no buttons. `message` may contain text of a server, a file or a setting. */
export function showFailure(message: string): void {
  void notify('error', message);
}
