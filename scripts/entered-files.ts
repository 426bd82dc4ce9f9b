import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startLocalGateway } from '../src/local-gateway/local-gateway.ts';
import { repositoryFolder } from './repository.ts';

/** The parts used of what V8 writes for `NODE_V8_COVERAGE`. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * The files of `src` that have a function which runs while `dataset-studio create` creates a dataset in the local gateway.
 * Files that are only loaded don't count.
 */
export async function filesEnteredByCreate(): Promise<readonly string[]> {
  const gateway = await startLocalGateway({ port: 0 });
  if (!gateway.ok) throw new Error(gateway.failure.message);
  const { baseUrl, credentials } = gateway.value;
  const folder = await mkdtemp(join(tmpdir(), 'dataset-studio-coverage-'));
  try {
    await promisify(execFile)(
      process.execPath,
      ['src/cli/cli.ts', 'create', 'samples/sales.dataset.json', '--journal', join(folder, 'journal')],
      {
        cwd: repositoryFolder,
        env: {
          ...process.env,
          NODE_V8_COVERAGE: join(folder, 'coverage'),
          DATASET_BASE_URL: baseUrl,
          DATASET_USERNAME: credentials.username,
          DATASET_PASSWORD: credentials.password,
          DATASET_CLIENT_ID: credentials.clientId,
          DATASET_SUBSCRIPTION_KEY: credentials.subscriptionKey,
        },
      },
    );
    const sources = `${pathToFileURL(join(repositoryFolder, 'src'))}/`;
    const entered = new Set<string>();
    for (const name of await readdir(join(folder, 'coverage'))) {
      const { result }: Coverage = JSON.parse(await readFile(join(folder, 'coverage', name), 'utf8'));
      for (const { url, functions } of result) {
        // The function that begins with the file is the module itself.
        const hasRun = functions.some(
          ({ ranges: [whole] }) => whole && whole.startOffset > 0 && whole.count > 0,
        );
        if (url.startsWith(sources) && hasRun) entered.add(url.slice(sources.length));
      }
    }
    return [...entered].sort();
  } finally {
    await gateway.value.close();
    await rm(folder, { recursive: true, force: true });
  }
}
