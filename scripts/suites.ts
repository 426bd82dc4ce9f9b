import { join } from 'node:path';
import { findOrInstallBrowser } from '../test/workbench/browser-installation.ts';
import { runInDesktop } from '../test/workbench/desktop-tests.ts';
import type { ExtensionTestHost } from '../test/workbench/extension-tests.ts';
import { runProgram } from '../test/workbench/program.ts';
import { installServer } from '../test/workbench/server-installation.ts';
import { runInBrowser, runInServer } from '../test/workbench/server-tests.ts';
import { repositoryFolder, samplesFolder } from '../test/workbench/session.ts';
import { buildBundles, buildHostTests, buildWebTests } from './build.ts';
import { type Counts, countMocha } from './counts.ts';
import { forbiddenImports } from './import-rules.ts';
import { makeVsix } from './vsix.ts';

export interface Suite {
  readonly name: string;
  /** Left out unless it is named. */
  readonly onRequest?: true;
  /** Fetches what the suite needs: begun at once, so that it waits for the network while others run. */
  prepare?(): Promise<unknown>;
  /** A suite that fails as a whole rejects. */
  run(): Promise<Counts>;
}

/** What all other suites stand on. */
export const build: Suite = { name: 'build', run: () => oneCheck(buildBundles()) };

/** What `npm test` runs, cheap ones first. */
export const suites: readonly Suite[] = [
  {
    name: 'types',
    run: () => oneCheck(checkTypes()),
  },
  {
    name: 'lint',
    run: () => oneCheck(show('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  },
  { name: 'imports', run: async () => checkImports() },
  // Many of them wait for a clock or another process: two at a time take half as long.
  { name: 'unit', run: () => mocha('test/unit/**/*.test.ts', '60s', { parallel: true }) },
  { name: 'contract', run: () => mocha('test/contract/**/*.test.ts', '60s') },
  { name: 'identity-provider', run: () => mocha('test/identity-provider/**/*.test.ts', '60s') },
  { name: 'faults', run: () => mocha('test/faults/**/*.test.ts', '120s') },
  { name: 'host', prepare: fetchWorkbench, run: () => extensionTests(runInServer, buildHostTests) },
  { name: 'web', prepare: fetchWorkbench, run: () => extensionTests(runInBrowser, buildWebTests) },
  {
    name: 'browser',
    prepare: fetchWorkbench,
    run: async () => {
      await makeVsix();
      return mocha('test/browser/**/*.test.ts', '300s');
    },
  },
  {
    name: 'faults-in-full',
    onRequest: true,
    run: () => mocha('test/faults/**/*.test.ts', '900s', { env: { FAULTS: 'full' } }),
  },
  { name: 'desktop', onRequest: true, run: () => extensionTests(runInDesktop, buildHostTests) },
];

/** What runs in a browser has a project of its own, without the types of Node.js. */
async function checkTypes(): Promise<void> {
  for (const project of ['tsconfig.json', 'tsconfig.web.json', 'src/designer-view'])
    await show('typescript/bin/tsc', ['--project', project]);
}

async function fetchWorkbench(): Promise<void> {
  await installServer(join(repositoryFolder, '.vscode-test'));
  await findOrInstallBrowser();
}

async function checkImports(): Promise<Counts> {
  const forbidden = forbiddenImports();
  for (const sentence of forbidden) console.error(sentence);
  return { passed: forbidden.length === 0 ? 1 : 0, failed: forbidden.length };
}

/** A check that counts as one: it rejects, or it passed. */
async function oneCheck(check: Promise<void>): Promise<Counts> {
  await check;
  return { passed: 1, failed: 0 };
}

function mocha(
  files: string,
  timeout: string,
  { env, parallel = false }: { readonly env?: NodeJS.ProcessEnv; readonly parallel?: boolean } = {},
): Promise<Counts> {
  const reporter = join(import.meta.dirname, 'counting-reporter.ts');
  const options = ['--reporter', reporter, '--timeout', timeout, '--forbid-only', '--exit'];
  if (parallel) options.push('--parallel', '--jobs', '2');
  return countMocha((report) => show('mocha/bin/mocha.js', [...options, files], { ...env, ...report }));
}

function extensionTests(runIn: ExtensionTestHost, buildTests: () => Promise<string>): Promise<Counts> {
  return countMocha(async (env) =>
    runIn({
      extensionFolder: repositoryFolder,
      entryPoint: await buildTests(),
      workspace: samplesFolder,
      env,
    }),
  );
}

/** Runs a program of an npm package in sight. */
function show(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return runProgram(process.execPath, [join('node_modules', program), ...args], {
    cwd: repositoryFolder,
    env: { ...process.env, ...env },
    output: 'show',
  });
}
