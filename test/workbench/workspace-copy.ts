import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Cleanup } from './cleanup.ts';

/** Copies a workspace for one session. Keeps the folder name, which the title of the window shows. */
export function copyWorkspace(workspace: string, cleanup: Cleanup): string {
  const copy = join(temporaryFolder(cleanup), basename(workspace));
  // A repository of its own, for pipelines.
  cpSync(workspace, copy, { recursive: true, filter: (path) => path !== join(workspace, 'repository') });
  return copy;
}

/** A new folder for one session. */
export function temporaryFolder(cleanup: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-workspace-'));
  cleanup.add(() => removeFolder(folder));
  return folder;
}

/** Retries, because a process that was just killed may still have a file open. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
