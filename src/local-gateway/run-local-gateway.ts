import { type Result, success } from '../result.ts';
import { type LocalGateway, type StartFailure, startLocalGateway } from './local-gateway.ts';

export interface RunOptions {
  readonly port?: number;
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** Stops the gateway. */
  readonly signal: AbortSignal;
  /** The shell of this platform is what the instructions are for. Default: this machine's. */
  readonly platform?: NodeJS.Platform;
}

/** Runs the local gateway in a terminal until `signal` aborts: prints how to use it, then one line for each request. */
export async function runLocalGateway({
  port,
  write,
  signal,
  platform = process.platform,
}: RunOptions): Promise<Result<void, StartFailure>> {
  const started = await startLocalGateway({
    log: (line) => write(`${line}\n`),
    port,
  });
  if (!started.ok) return started;
  write(instructions(started.value, platform));
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await started.value.close();
  return success(undefined);
}

function instructions({ baseUrl, credentials }: LocalGateway, platform: NodeJS.Platform): string {
  const variables = {
    DATASET_BASE_URL: baseUrl,
    DATASET_USERNAME: credentials.username,
    DATASET_PASSWORD: credentials.password,
    DATASET_CLIENT_ID: credentials.clientId,
    DATASET_SUBSCRIPTION_KEY: credentials.subscriptionKey,
  };
  const [where, assign] =
    platform === 'win32'
      ? ['another PowerShell terminal', (name: string, value: string) => `$env:${name}='${value}'`]
      : ['another terminal', (name: string, value: string) => `export ${name}='${value}'`];
  return `The local gateway runs at ${baseUrl} until you press Ctrl+C. It keeps datasets in memory only.
Paste this into ${where}:

${Object.entries(variables)
  .map(([name, value]) => assign(name, value))
  .join('\n')}
dataset-studio create samples/sales.dataset.json

`;
}
