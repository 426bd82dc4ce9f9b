import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { Cleanup } from '../cleanup.ts';
import { quietSettings } from '../user-settings.ts';
import { copyWorkspace, removeFolder } from '../workspace-copy.ts';
import type { ExtensionTests } from './extension-tests.ts';

/** Runs extension tests in desktop VS Code, which test-electron downloads. On Linux, it needs a display (xvfb-run). */
export async function runInDesktop(tests: ExtensionTests): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const userData = mkdtempSync(join(tmpdir(), 'vsc-'));
    cleanup.add(() => removeFolder(userData));
    mkdirSync(join(userData, 'User'));
    writeFileSync(join(userData, 'User', 'settings.json'), JSON.stringify(quietSettings));
    await runTests({
      extensionDevelopmentPath: tests.extensionFolder,
      extensionTestsPath: tests.entryPoint,
      extensionTestsEnv: tests.env,
      launchArgs: [
        copyWorkspace(tests.workspace, cleanup),
        `--user-data-dir=${userData}`,
        `--extensions-dir=${join(userData, 'extensions')}`,
      ],
    });
  } finally {
    cleanup.run();
  }
}
