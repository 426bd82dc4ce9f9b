import { runLocalGateway } from '../../local-gateway/run-local-gateway.ts';
import { parseCommandLine, wholeNumber } from '../arguments.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** `dataset-studio gateway`: the local gateway, until it is interrupted. */
export async function gateway(
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, { port: { type: 'string' } });
  if (positionals.length > 0) throw new UsageError('gateway takes no files.');
  const port = values.port === undefined ? undefined : wholeNumber('--port', values.port, 0);
  const result = await runLocalGateway({
    write: (text) => terminal.out(text),
    signal,
    ...(port === undefined ? {} : { port }),
  });
  if (result.ok) return exitCode.done;
  terminal.error(`${result.failure.message}\n`);
  return exitCode.usage;
}
