import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from '../program.ts';
import { withRetries } from './retries.ts';

/** Debian's package and program with a Chromium that draws nothing on a screen: it takes a quarter less processor time. */
const headless = 'chromium-headless-shell';

/** In the order of preference. */
const programNames = [
  headless,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/**
 * Returns the path of a Chromium-based browser, which may have no window to look at. If there is none, installs one on
 * Debian if the user is root.
 */
export async function findOrInstallBrowser(): Promise<string> {
  const configured = process.env.DATASET_STUDIO_BROWSER || process.env.CHROME_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`DATASET_STUDIO_BROWSER or CHROME_PATH is set to ${configured}, which does not exist.`);
  }
  const found = findBrowser() ?? (await installOnDebian());
  if (found) return found;
  throw new Error(
    'No Chromium-based browser was found. Install Chromium, Chrome or Edge, or set DATASET_STUDIO_BROWSER to its path.',
  );
}

function findBrowser(): string | undefined {
  return candidates().find(isExecutable);
}

function candidates(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const folder = process.env[variable];
        return folder === undefined
          ? []
          : [
              join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
              join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
            ];
      });
    default:
      return programNames.flatMap((name) => searchPath().map((folder) => join(folder, name)));
  }
}

async function installOnDebian(): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !searchPath().some((folder) => isExecutable(join(folder, 'apt-get')))) return undefined;
  console.error(`No browser found. Installing ${headless} with apt-get (about 20 s)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await withRetries(`Installing ${headless}`, async () => {
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', headless], { env });
  });
  return findBrowser();
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
