import { appendFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import { reportVariable } from '../../../scripts/testing/report-file.ts';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { Session } from '../session.ts';
import { plainEditor } from '../user-settings.ts';
import type { ExtensionTests } from './extension-tests.ts';
import { reportIn } from './report-line.ts';

/** In milliseconds, for all tests together. */
const maxDuration = timeLimit(10 * 60_000);

/** Runs extension tests in the VS Code server's extension host. */
export function runInServer(tests: ExtensionTests): Promise<void> {
  return run(tests, { serverless: false });
}

/** Runs extension tests in the web extension host of a window without a server. */
export function runInBrowser(tests: ExtensionTests): Promise<void> {
  return run(tests, { serverless: true });
}

async function run(tests: ExtensionTests, host: { readonly serverless: boolean }): Promise<void> {
  const session = await Session.open({
    ...host,
    workspace: tests.workspace,
    env: tests.env,
    // No test in an extension host sees the window.
    viewport: { width: 480, height: 300 },
    undrawn: true,
    settings: {
      ...plainEditor,
      'breadcrumbs.enabled': false,
      // VS Code would start Git for each file that is opened.
      'git.autoRepositoryDetection': 'subFolders',
      'workbench.activityBar.location': 'hidden',
      'workbench.editor.showTabs': 'none',
    },
    ...(tests.vsix === undefined ? undefined : { vsix: tests.vsix }),
    development: { extensionDevelopmentPath: tests.extensionFolder, extensionTestsPath: tests.entryPoint },
  });
  const { page } = session.workbench;
  const print =
    typeof tests.output === 'function' ? tests.output : (line: string) => process.stdout.write(line);
  try {
    const ended = new Promise<void>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`The tests in VS Code ${reason}.`));
      page.on('crash', () => fail('ended because the browser page crashed'));
      setTimeout(() => fail(`did not end within ${maxDuration / 60_000} minutes`), maxDuration).unref();
      // The page calls this function when the test module's run() settles.
      void page.exposeFunction('codeAutomationExit', (code: number) =>
        code === 0 ? resolve() : fail(`ended with ${code}`),
      );
    });
    ended.catch(() => {});
    const log = session.outputFile(host.serverless ? 'web-tests.log' : 'host-tests.log');
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      const line = `${format(...args)}\n`;
      const report = reportIn(line);
      const file = tests.env[reportVariable];
      if (report !== undefined && file !== undefined) writeFileSync(file, report);
      appendFileSync(log, line);
      // The workbench also logs here. Only Mocha's lines begin with a space or a control character.
      if (report === undefined && line.charCodeAt(0) <= 0x20) print(line);
    });
    await session.show();
    await ended;
  } catch (error) {
    await session.saveEvidence('host tests');
    throw error;
  } finally {
    await session.close();
  }
}
