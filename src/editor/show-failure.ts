import { window } from 'vscode';
import { notificationText } from './notification-text.ts';

/** Shows an error notification without buttons. `message` can contain text from a server, a file, or a setting. */
export function showFailure(message: string): void {
  void window.showErrorMessage(notificationText(message));
}
