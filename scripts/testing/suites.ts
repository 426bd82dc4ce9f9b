import { join } from 'node:path';
import { findOldestNodes } from '../../test/release/oldest-nodes.ts';
import type { ExtensionTestHost } from '../../test/workbench/extension-tests/extension-tests.ts';
import { findOrInstallBrowser } from '../../test/workbench/installation/browser-installation.ts';
import { installServer } from '../../test/workbench/installation/server-installation.ts';
import { runProgram } from '../../test/workbench/program.ts';
import { buildBundles, buildHostTests, buildWebTests } from '../build.ts';
import { importViolations } from '../import-rules.ts';
import { buildRelease } from '../release/build-release.ts';
import { repositoryFolder, samplesFolder } from '../repository.ts';
import { makeVsix } from '../vsix.ts';
import { titleVariable } from './counting-reporter.ts';
import { reportVariable } from './report-file.ts';
import { hostTests, testsIn, unitTests, webTests } from './test-files.ts';

export interface Suite {
  readonly name: string;
  /** Runs only if it is named on the command line, or by the suites that need it. */
  readonly onRequest?: true;
  /** In processor seconds on the machine of `machine-speed.ts`. The suites without one share `sharedBudget`. */
  readonly budget?: number;
  /** Its test files, as paths in the repository. None: it is a check. */
  readonly files?: () => readonly string[];
  /** How many processes its files are divided between. Default: 1. */
  readonly processes?: number;
  /** Waits for timers most of the time, so it runs beside the others. */
  readonly sleeps?: boolean;
  /** Downloads what the suite needs. Starts before the first suite, so that downloads run in the background. */
  prepare?(): Promise<unknown>;
  /** Runs in a process of its own. Rejects if the suite fails or can't be run. `title`: is in that of the tests to run. */
  run(files: readonly string[], title: string | undefined): Promise<unknown>;
}

/** Of all suites without a budget of their own, in processor seconds. */
export const sharedBudget = 130;

/** The folder of the release that `npm test` builds and tests. */
export const testedRelease = join(repositoryFolder, 'release');

/**
 * The suites of `npm test` in the order in which they start. After the checks, those that take longest come first, so that
 * none runs alone at the end.
 */
export const suites: readonly Suite[] = [
  { name: 'build', onRequest: true, run: buildBundles },
  {
    name: 'package',
    onRequest: true,
    run: async () => {
      await buildBundles();
      await makeVsix();
    },
  },
  { name: 'build-release', onRequest: true, run: () => buildRelease(testedRelease) },
  { name: 'types', run: checkTypes },
  { name: 'lint', run: checkFormat },
  { name: 'imports', run: checkImports },
  {
    ...mochaSuite('browser', '300s'),
    budget: 800,
    processes: 2,
    prepare: downloadWorkbench,
  },
  // Many tests wait for timers or other processes, so running two at a time halves the duration.
  { ...mochaSuite('unit', '60s', ['--parallel', '--jobs', '2']), files: unitTests, budget: 450 },
  {
    name: 'host',
    budget: 400,
    files: hostTests,
    prepare: downloadWorkbench,
    run: async (files, title) => {
      const { runInServer } = await import('../../test/workbench/extension-tests/server-tests.ts');
      await extensionTests(runInServer, await buildHostTests(files), title);
    },
  },
  { ...mochaSuite('identity-provider', '60s'), sleeps: true },
  {
    name: 'web',
    budget: 45,
    files: webTests,
    prepare: downloadWorkbench,
    run: async (files, title) => {
      const { runInBrowser } = await import('../../test/workbench/extension-tests/server-tests.ts');
      await extensionTests(runInBrowser, await buildWebTests(files, title), title);
    },
  },
  { ...mochaSuite('release', '120s'), budget: 85, prepare: findOldestNodes },
  mochaSuite('faults', '120s'),
  mochaSuite('contract', '60s'),
  {
    name: 'desktop',
    onRequest: true,
    files: hostTests,
    run: async (files, title) => {
      const { runInDesktop } = await import('../../test/workbench/extension-tests/desktop-tests.ts');
      await extensionTests(runInDesktop, await buildHostTests(files), title);
    },
  },
];

async function checkFormat(): Promise<void> {
  try {
    await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']);
  } catch (error) {
    console.error('Run "npm run format": it fixes the format, and shows what you have to fix.');
    throw error;
  }
}

/** Code for browsers has its own project without the types of Node.js. */
async function checkTypes(): Promise<void> {
  for (const project of [
    'tsconfig.json',
    'tsconfig.web.json',
    'src/designer-view',
    'src/data-view',
    'src/batch-view',
  ])
    await runPackage('typescript/bin/tsc', ['--project', project]);
}

async function downloadWorkbench(): Promise<void> {
  await installServer(join(repositoryFolder, '.vscode-test'));
  await findOrInstallBrowser();
}

async function checkImports(): Promise<void> {
  const violations = importViolations();
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

function mochaSuite(name: string, timeout: string, more: readonly string[] = []): Suite {
  const here = (file: string) => join(import.meta.dirname, file);
  const options = ['--require', here('mocha-setup.ts'), '--reporter', here('counting-reporter.ts')];
  options.push('--timeout', timeout, '--forbid-only', '--exit', ...more);
  return {
    name,
    files: () => testsIn(join('test', name)),
    run: async (files, title) => {
      if (process.stdout.isTTY) options.push('--color');
      if (title !== undefined) options.push(`--fgrep=${title}`);
      await runPackage('mocha/bin/mocha.js', [...options, ...files]);
    },
  };
}

function extensionTests(
  runIn: ExtensionTestHost,
  entryPoint: string,
  title: string | undefined,
): Promise<void> {
  const report = process.env[reportVariable];
  return runIn({
    extensionFolder: repositoryFolder,
    entryPoint,
    workspace: samplesFolder,
    env: {
      ...(report === undefined ? {} : { [reportVariable]: report }),
      ...(title === undefined ? {} : { [titleVariable]: title }),
    },
    output: 'show',
  });
}

/** Runs a script of an npm package and shows its output. */
function runPackage(program: string, args: readonly string[]): Promise<void> {
  return runProgram(process.execPath, [join('node_modules', program), ...args], {
    cwd: repositoryFolder,
    output: 'show',
  });
}
