import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserSettings } from '../user-settings.ts';

const workbenchFolder = 'out/vs/code/browser/workbench';

/** Returns the workbench script of a VS Code server, edited to run without a server. Rejects if an edit doesn't apply. */
export async function editedWorkbench(build: string): Promise<string> {
  const script = await readFile(join(build, workbenchFolder, 'workbench.js'), 'utf8');
  const edits: readonly [RegExp, string][] = [
    // The window has no remote.
    [/,remoteAuthority:location\.host\}/, '}'],
    // User data lives in the browser.
    [
      /return \w+\((\w+)\.file\(this\.userDataPath\)\.with\(\{scheme:(\w+)\.vscodeRemote\}\),"User"\)/,
      'return $1.file("/User").with({scheme:$2.vscodeUserData})',
    ],
    // There is no connection to ask for language packs.
    [/\.getConnection\(\)\.getChannel\("languagePacks"\)/, '.getConnection()?.getChannel("languagePacks")'],
  ];
  return edits.reduce((text, [pattern, replacement]) => replaceOnce(text, pattern, replacement), script);
}

export function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  const edited = text.replace(pattern, replacement);
  if (edited === text) throw new Error(`VS Code's code has changed: ${pattern} was not found.`);
  return edited;
}

export interface WorkbenchPage {
  readonly build: string;
  readonly authority: string;
  readonly settings: UserSettings;
  readonly hasExtension: boolean;
  /** The path of the tests to run in the window, if any. */
  readonly tests: string | undefined;
}

/** Returns the HTML page of a workbench with the folder `/static/mount` and the extension in `/static/extension`. */
export async function workbenchPage({
  build,
  authority,
  settings,
  hasExtension,
  tests,
}: WorkbenchPage): Promise<string> {
  const base = `http://${authority}/static/build`;
  const served = (path: string) => ({ scheme: 'http', authority, path });
  const extension = hasExtension ? [served('/static/extension')] : [];
  const configuration = {
    folderUri: { scheme: 'vscode-test-web', authority: 'mount', path: '/' },
    additionalBuiltinExtensions: [served('/static/fs-provider'), ...(tests === undefined ? extension : [])],
    developmentOptions:
      tests === undefined ? {} : { extensions: extension, extensionTestsPath: served(tests) },
    productConfiguration: {
      enableTelemetry: false,
      extensionEnabledApiProposals: {
        'vscode.vscode-test-web-fs': ['fileSearchProvider', 'textSearchProvider'],
      },
    },
    configurationDefaults: settings,
    webviewEndpoint: `${base}/out/vs/workbench/contrib/webview/browser/pre`,
    // code-server requires these.
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
  };
  const values: Readonly<Record<string, string>> = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: base,
    WORKBENCH_NLS_URL: `${base}/out/nls.messages.js`,
    WORKBENCH_NLS_FALLBACK_URL: `${base}/out/nls.messages.js`,
  };
  const template = await readFile(join(build, workbenchFolder, 'workbench.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '');
}
