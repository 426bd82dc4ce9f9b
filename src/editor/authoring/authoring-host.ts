import type { StartCheckWorker } from './checking/check-thread.ts';
import type { StoredFiles } from './workspace/file-content.ts';

/** What authoring needs from the place where the extension runs: Node.js or a browser. */
export interface AuthoringHost {
  readonly files: StoredFiles;
  readonly startCheckWorker: StartCheckWorker;
  /** Whether datasets can be submitted from here. */
  readonly canSubmit: boolean;
}
