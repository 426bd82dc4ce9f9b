import type { Output } from '../program.ts';

/** Tests that run in any extension host. */
export interface ExtensionTests {
  /** The extension's folder, with its built bundles. */
  readonly extensionFolder: string;
  /** Another extension to install, if the host supports it. */
  readonly vsix?: string;
  /** The compiled module whose `run()` runs the tests. */
  readonly entryPoint: string;
  /** The workspace folder. The tests run in a copy. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** Gets what the tests print, as far as the host supports it. Default: `show`. */
  readonly output?: Output;
}

/** Runs the tests, which report their own results. Rejects if they fail or can't be run. */
export type ExtensionTestHost = (tests: ExtensionTests) => Promise<void>;
