import { type LocalGateway, startLocalGateway } from './local-gateway.ts';

export interface RunOptions {
  readonly port?: number;
  /** Takes what stands on the terminal. */
  readonly write: (text: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export type RunResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** The local gateway in a terminal, until `signal` aborts: says how to use it, then one line for each request. */
export async function runLocalGateway({ port, write, signal }: RunOptions): Promise<RunResult> {
  const started = await startLocalGateway({
    log: (line) => write(`${line}\n`),
    ...(port === undefined ? {} : { port }),
  });
  if (!started.ok) return started;
  write(instructions(started.gateway));
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await started.gateway.close();
  return { ok: true };
}

function instructions({ baseUrl, credentials }: LocalGateway): string {
  const variables = {
    DATASET_BASE_URL: baseUrl,
    DATASET_USERNAME: credentials.username,
    DATASET_PASSWORD: credentials.password,
    DATASET_CLIENT_ID: credentials.clientId,
    DATASET_SUBSCRIPTION_KEY: credentials.subscriptionKey,
  };
  return `The local gateway runs at ${baseUrl} until you press Ctrl+C. What is created in it is kept in memory only.
Paste this into another terminal:

${Object.entries(variables)
  .map(([name, value]) => `export ${name}='${value}'`)
  .join('\n')}
dataset-studio create samples/sales.dataset.json

`;
}
