import { window } from 'vscode';
import { notificationText } from './notification-text.ts';

/** Tells what failed where there is nothing to press. `message` may hold words of a server, a file or a setting. */
export function showFailure(message: string): void {
  void window.showErrorMessage(notificationText(message));
}
