import type { CancellationToken } from 'vscode';

/** Aborts when the user, or VS Code, cancels. */
export function abortSignalOf(cancellation: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (cancellation.isCancellationRequested) abort.abort();
  else cancellation.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
