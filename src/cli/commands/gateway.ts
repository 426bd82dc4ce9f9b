import { runLocalGateway } from '../../local-gateway/run-local-gateway.ts';
import { command, exitCode, wholeNumber } from '../command.ts';

/** `dataset-studio gateway`: the local gateway, until it is interrupted. */
export const gateway = command({
  name: 'gateway',
  summary: 'Run a local gateway to try things out.',
  description: 'Runs a local gateway to try things out, and prints the variables to set.',
  options: { port: { value: 'N', help: 'port to listen on, 7878 or any free port by default' } },
  examples: ['gateway', 'gateway --port 8080'],
  run: async (values, _positionals, { terminal, listen }) => {
    const port = values.port === undefined ? undefined : wholeNumber('--port', values.port, 0);
    const result = await runLocalGateway({
      write: (text) => terminal.out(text),
      signal: listen().stop,
      port,
    });
    if (result.ok) return exitCode.done;
    terminal.error(`${result.failure.message}\n`);
    return exitCode.usage;
  },
});
