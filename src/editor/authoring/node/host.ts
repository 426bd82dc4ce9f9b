import type { AuthoringHost } from '../authoring-host.ts';
import { localFiles } from './local-files.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export const nodeHost: AuthoringHost = {
  files: localFiles,
  // This module is bundled into `dist/extension/main.js`, in the same folder as the worker.
  startCheckWorker: checkWorkerStarter(new URL('./check-worker.js', import.meta.url)),
  canSubmit: true,
};
