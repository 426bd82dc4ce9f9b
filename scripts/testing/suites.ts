import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { findNode20 } from '../../test/release/node20.ts';
import { runInDesktop } from '../../test/workbench/extension-tests/desktop-tests.ts';
import type { ExtensionTestHost } from '../../test/workbench/extension-tests/extension-tests.ts';
import { runInBrowser, runInServer } from '../../test/workbench/extension-tests/server-tests.ts';
import { findOrInstallBrowser } from '../../test/workbench/installation/browser-installation.ts';
import { installServer } from '../../test/workbench/installation/server-installation.ts';
import { type Output, runProgram } from '../../test/workbench/program.ts';
import { buildBundles, buildHostTests, buildWebTests } from '../build.ts';
import { forbiddenImports } from '../import-rules.ts';
import { buildRelease } from '../release/build-release.ts';
import { repositoryFolder, samplesFolder } from '../repository.ts';
import { makeVsix, releaseVariable } from '../vsix.ts';
import type { Results } from './counting-reporter.ts';
import { resultsOfMocha } from './results.ts';

export interface SuiteOptions {
  /** Files or folders below the suite's folder, or the beginning of their names. None: all. */
  readonly parts: readonly string[];
  readonly output: Output;
}

export interface Suite {
  readonly name: string;
  /** Runs only if it is named on the command line. */
  readonly onRequest?: true;
  /** Downloads what the suite needs. Starts before the first suite, so that downloads run in the background. */
  prepare?(): Promise<unknown>;
  /** Rejects if the suite can't be run. */
  run(options: SuiteOptions): Promise<Results>;
}

/**
 * The suites of `npm test` in the order in which they start. After the checks, those that take longest come first, so that
 * none runs alone at the end.
 */
export const suites: readonly Suite[] = [
  { name: 'types', run: ({ output }) => singleCheck(checkTypes(output)) },
  {
    name: 'lint',
    run: ({ output }) =>
      singleCheck(runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'], output)),
  },
  { name: 'imports', run: async () => checkImports() },
  {
    name: 'browser',
    prepare: downloadWorkbench,
    run: async (options) => {
      await makeVsix();
      return mocha('browser', '300s', options);
    },
  },
  // Many tests wait for timers or other processes, so running two at a time halves the duration.
  { name: 'unit', run: (options) => mocha('unit', '60s', options, { parallel: true }) },
  {
    name: 'host',
    prepare: downloadWorkbench,
    run: (options) => extensionTests(runInServer, buildHostTests, options),
  },
  { name: 'identity-provider', run: (options) => mocha('identity-provider', '60s', options) },
  {
    name: 'web',
    prepare: downloadWorkbench,
    run: (options) => extensionTests(runInBrowser, buildWebTests, options),
  },
  { name: 'release', prepare: findNode20, run: (options) => mocha('release', '120s', options) },
  { name: 'faults', run: (options) => mocha('faults', '120s', options) },
  { name: 'contract', run: (options) => mocha('contract', '60s', options) },
  {
    name: 'desktop',
    onRequest: true,
    run: (options) => extensionTests(runInDesktop, buildHostTests, options),
  },
];

/**
 * Runs before all suites. For the suite `release`, it builds a whole release, whose files the other suites use, too: its
 * build would change `dist/` while they run.
 */
export function build(selected: readonly Suite[]): Suite {
  const isRelease =
    selected.some(({ name }) => name === 'release') && process.env[releaseVariable] === undefined;
  return { name: 'build', run: () => singleCheck(isRelease ? buildTestedRelease() : buildBundles()) };
}

async function buildTestedRelease(): Promise<void> {
  const { folder } = await buildRelease(join(repositoryFolder, 'release'));
  process.env[releaseVariable] = folder;
}

/** Code for browsers has its own project without the types of Node.js. */
async function checkTypes(output: Output): Promise<void> {
  for (const project of [
    'tsconfig.json',
    'tsconfig.web.json',
    'src/designer-view',
    'src/data-view',
    'src/batch-view',
  ])
    await runPackage('typescript/bin/tsc', ['--project', project], output);
}

async function downloadWorkbench(): Promise<void> {
  await installServer(join(repositoryFolder, '.vscode-test'));
  await findOrInstallBrowser();
}

async function checkImports(): Promise<Results> {
  const violations = forbiddenImports();
  for (const message of violations) console.error(message);
  const passed = violations.length === 0 ? 1 : 0;
  return { passed, failed: violations.length, skipped: 0, failures: [], times: [] };
}

/** Counts a check as one passed check. Rejects if it fails. */
async function singleCheck(check: Promise<void>): Promise<Results> {
  await check;
  return { passed: 1, failed: 0, skipped: 0, failures: [], times: [] };
}

function mocha(
  folder: string,
  timeout: string,
  { parts, output }: SuiteOptions,
  { parallel = false }: { readonly parallel?: boolean } = {},
): Promise<Results> {
  const files = (parts.length > 0 ? parts : ['']).flatMap((part) => testFiles(join('test', folder), part));
  const here = (name: string) => join(import.meta.dirname, name);
  const options = ['--require', here('mocha-setup.ts'), '--reporter', here('counting-reporter.ts')];
  options.push('--timeout', timeout, '--forbid-only', '--exit', ...(process.stdout.isTTY ? ['--color'] : []));
  if (parallel) options.push('--parallel', '--jobs', '2');
  return resultsOfMocha((report) => runPackage('mocha/bin/mocha.js', [...options, ...files], output, report));
}

/** The test files in a folder whose path begins with `part`. */
function testFiles(folder: string, part: string): string[] {
  const path = join(folder, part);
  const files = globSync(existsSync(path) ? [path, join(path, '**', '*.test.ts')] : `${path}*.test.ts`);
  const tests = files.filter((file) => file.endsWith('.test.ts')).sort();
  if (tests.length === 0) throw new Error(`No test file is ${path}, or begins with that.`);
  return tests;
}

function extensionTests(
  runIn: ExtensionTestHost,
  buildTests: () => Promise<string>,
  { parts, output }: SuiteOptions,
): Promise<Results> {
  process.env.DATASET_STUDIO_HOST_TESTS ??= parts[0]?.replace(/\.ts$/, '') ?? '';
  return resultsOfMocha(async (env) =>
    runIn({
      extensionFolder: repositoryFolder,
      entryPoint: await buildTests(),
      workspace: samplesFolder,
      env,
      output,
    }),
  );
}

/** Runs a script of an npm package and shows its output. */
function runPackage(
  program: string,
  args: readonly string[],
  output: Output,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  return runProgram(process.execPath, [join('node_modules', program), ...args], {
    cwd: repositoryFolder,
    env: { ...process.env, ...env },
    output,
  });
}
