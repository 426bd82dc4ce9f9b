import { type CancellationToken, type Progress, ProgressLocation, window } from 'vscode';
import { notificationText } from '../../text/plain-text.ts';

/** Aborts when the user, or VS Code, cancels. */
export function abortSignalOf(cancellation: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (cancellation.isCancellationRequested) abort.abort();
  else cancellation.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Shows a notification with Cancel while something runs. `title` may contain text of a server, a file or a setting. */
export function withProgress<Value>(
  title: string,
  run: (signal: AbortSignal, progress: Progress<{ message?: string; increment?: number }>) => Promise<Value>,
): Thenable<Value> {
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title: notificationText(title) },
    (progress, cancellation) => run(abortSignalOf(cancellation), progress),
  );
}
