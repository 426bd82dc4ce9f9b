import type { CancellationToken } from 'vscode';

/** Aborts when the user cancels the progress notification. */
export function abortSignalOf(cancellation: CancellationToken): AbortSignal {
  const abort = new AbortController();
  cancellation.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
