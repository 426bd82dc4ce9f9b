import type { AuthoringHost } from '../authoring-host.ts';
import { localFiles } from './local-files.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export const nodeHost: AuthoringHost = {
  files: localFiles,
  // Bundled as `dist/extension/main.js`, beside the worker.
  startCheckWorker: checkWorkerStarter(new URL('./check-worker.js', import.meta.url)),
  canSubmit: true,
};
