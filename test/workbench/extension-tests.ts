/** Tests that run inside an extension host, whichever it is. */
export interface ExtensionTests {
  /** The extension's folder, with its built bundles. */
  readonly extensionFolder: string;
  /** A further extension to install, where the host can. */
  readonly vsix?: string;
  /** The compiled module whose `run()` runs the tests. */
  readonly entryPoint: string;
  /** Copied, so that each run begins alike. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the tests to their end. How they went they report themselves; it fails where they did not end well. */
export type ExtensionTestHost = (tests: ExtensionTests) => Promise<void>;
