import type { AuthoringHost } from '../authoring-host.ts';
import { TextChecks } from '../checking/text-checks.ts';
import { localFiles } from './local-files.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export function nodeHost(): AuthoringHost {
  // This module is bundled into `dist/extension/main.js`, in the same folder as the worker.
  const checks = new TextChecks(checkWorkerStarter(new URL('./check-worker.js', import.meta.url)));
  return { files: localFiles, checks, canSubmit: true, dispose: () => checks.dispose() };
}
