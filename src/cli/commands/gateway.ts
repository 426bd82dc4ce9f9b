import { type LocalGateway, startLocalGateway } from '../../local-gateway/local-gateway.ts';
import { command, exitCode, wholeNumber } from '../command.ts';

/** `dataset-studio gateway`: the local gateway, until it is interrupted. */
export const gateway = command({
  name: 'gateway',
  summary: 'Run a local gateway to try things out.',
  description: 'Runs a local gateway to try things out, and prints the variables to set.',
  options: { port: { value: 'N', help: 'port to listen on, 7878 or any free port by default' } },
  examples: ['gateway', 'gateway --port 8080'],
  run: async (values, _positionals, { terminal, listen }) => {
    const port = values.port === undefined ? undefined : wholeNumber('--port', values.port, 0, 65_535);
    const { stop } = listen();
    const started = await startLocalGateway({ port, log: (line) => terminal.out(`${line}\n`) });
    if (!started.ok) {
      terminal.error(`${started.failure.message}\n`);
      return exitCode.usage;
    }
    terminal.out(instructions(started.value));
    if (!stop.aborted)
      await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    await started.value.close();
    return exitCode.done;
  },
});

/** How to use the gateway in the shell of a platform. */
export function instructions(
  { baseUrl, credentials }: Pick<LocalGateway, 'baseUrl' | 'credentials'>,
  platform = process.platform,
): string {
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
Paste this into ${where}, and run create there with a dataset file:

${Object.entries(variables)
  .map(([name, value]) => assign(name, value))
  .join('\n')}

`;
}
