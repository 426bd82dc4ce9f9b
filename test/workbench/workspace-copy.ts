import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Cleanup } from './cleanup.ts';

/** Copies a workspace for one session. The copy keeps the folder's name, which the window's title shows. */
export function copyWorkspace(workspace: string, cleanup: Cleanup): string {
  const parent = mkdtempSync(join(tmpdir(), 'dataset-studio-workspace-'));
  cleanup.add(() => removeFolder(parent));
  const copy = join(parent, basename(workspace));
  cpSync(workspace, copy, { recursive: true });
  return copy;
}

/** A process that was just killed may still hold a file for a moment. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
