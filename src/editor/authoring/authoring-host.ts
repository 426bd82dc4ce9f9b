import type { Disposable } from 'vscode';
import type { TextChecks } from './checking/text-checks.ts';
import type { StoredFiles } from './workspace/file-content.ts';

/** What authoring needs from the environment that the extension runs in: Node.js or a browser. One for a window. */
export interface AuthoringHost extends Disposable {
  readonly files: StoredFiles;
  /** With the window's only worker for large texts. */
  readonly checks: TextChecks;
  /** Whether datasets can be submitted in this environment. */
  readonly canSubmit: boolean;
}
