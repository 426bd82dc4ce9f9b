import { notify } from './notifications.ts';

/** Shows an error that has no buttons. `message` may contain text of a server, a file or a setting. */
export function showFailure(message: string): void {
  void notify('error', message);
}
