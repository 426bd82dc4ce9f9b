import { join } from 'node:path';
import { findNode20 } from '../../test/release/node20.ts';
import { runInDesktop } from '../../test/workbench/extension-tests/desktop-tests.ts';
import type { ExtensionTestHost } from '../../test/workbench/extension-tests/extension-tests.ts';
import { runInBrowser, runInServer } from '../../test/workbench/extension-tests/server-tests.ts';
import { findOrInstallBrowser } from '../../test/workbench/installation/browser-installation.ts';
import { installServer } from '../../test/workbench/installation/server-installation.ts';
import { runProgram } from '../../test/workbench/program.ts';
import { buildBundles, buildHostTests, buildWebTests } from '../build.ts';
import { forbiddenImports } from '../import-rules.ts';
import { buildRelease } from '../release/build-release.ts';
import { repositoryFolder, samplesFolder } from '../repository.ts';
import { makeVsix, releaseVariable } from '../vsix.ts';
import { type Counts, countMocha } from './counts.ts';

export interface Suite {
  readonly name: string;
  /** Runs only if it is named on the command line. */
  readonly onRequest?: true;
  /** Downloads what the suite needs. Starts before the first suite, so that downloads run in the background. */
  prepare?(): Promise<unknown>;
  /** Rejects if the suite can't be run. */
  run(): Promise<Counts>;
}

/** Runs before all other suites. */
export const build: Suite = { name: 'build', run: () => singleCheck(buildBundles()) };

/** The suites of `npm test`, fast ones first. */
export const suites: readonly Suite[] = [
  {
    name: 'types',
    run: () => singleCheck(checkTypes()),
  },
  {
    name: 'lint',
    run: () => singleCheck(runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  },
  { name: 'imports', run: async () => checkImports() },
  // Many tests wait for timers or other processes, so running two at a time halves the duration.
  { name: 'unit', run: () => mocha('test/unit/**/*.test.ts', '60s', { parallel: true }) },
  { name: 'contract', run: () => mocha('test/contract/**/*.test.ts', '60s') },
  { name: 'identity-provider', run: () => mocha('test/identity-provider/**/*.test.ts', '60s') },
  { name: 'faults', run: () => mocha('test/faults/**/*.test.ts', '120s') },
  { name: 'release', prepare: findNode20, run: releaseTests },
  { name: 'host', prepare: downloadWorkbench, run: () => extensionTests(runInServer, buildHostTests) },
  { name: 'web', prepare: downloadWorkbench, run: () => extensionTests(runInBrowser, buildWebTests) },
  {
    name: 'browser',
    prepare: downloadWorkbench,
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

/** Code for browsers has its own project without the types of Node.js. */
async function checkTypes(): Promise<void> {
  for (const project of ['tsconfig.json', 'tsconfig.web.json', 'src/designer-view'])
    await runPackage('typescript/bin/tsc', ['--project', project]);
}

async function downloadWorkbench(): Promise<void> {
  await installServer(join(repositoryFolder, '.vscode-test'));
  await findOrInstallBrowser();
}

async function checkImports(): Promise<Counts> {
  const violations = forbiddenImports();
  for (const message of violations) console.error(message);
  return { passed: violations.length === 0 ? 1 : 0, failed: violations.length };
}

/** Counts a check as one passed check. Rejects if it fails. */
async function singleCheck(check: Promise<void>): Promise<Counts> {
  await check;
  return { passed: 1, failed: 0 };
}

/** Tests the release in `DATASET_STUDIO_RELEASE`, or one that it builds first. */
async function releaseTests(): Promise<Counts> {
  const folder =
    process.env[releaseVariable] ?? (await buildRelease(join(repositoryFolder, 'release'))).folder;
  return mocha('test/release/**/*.test.ts', '120s', { env: { [releaseVariable]: folder } });
}

function mocha(
  files: string,
  timeout: string,
  { env, parallel = false }: { readonly env?: NodeJS.ProcessEnv; readonly parallel?: boolean } = {},
): Promise<Counts> {
  const reporter = join(import.meta.dirname, 'counting-reporter.ts');
  const options = ['--reporter', reporter, '--timeout', timeout, '--forbid-only', '--exit'];
  if (parallel) options.push('--parallel', '--jobs', '2');
  return countMocha((report) => runPackage('mocha/bin/mocha.js', [...options, files], { ...env, ...report }));
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

/** Runs a script of an npm package and shows its output. */
function runPackage(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return runProgram(process.execPath, [join('node_modules', program), ...args], {
    cwd: repositoryFolder,
    env: { ...process.env, ...env },
    output: 'show',
  });
}
