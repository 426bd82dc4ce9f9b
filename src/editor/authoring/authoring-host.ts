import type { StartCheckWorker } from './checking/check-thread.ts';
import type { StoredFiles } from './workspace/file-content.ts';

/** What authoring needs from the environment that the extension runs in: Node.js or a browser. */
export interface AuthoringHost {
  readonly files: StoredFiles;
  readonly startCheckWorker: StartCheckWorker;
  /** Whether datasets can be submitted in this environment. */
  readonly canSubmit: boolean;
}
