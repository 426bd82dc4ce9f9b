#!/usr/bin/env node
import { plainText } from '../text/plain-text.ts';
import { describeUnexpectedError } from '../text/unexpected-error.ts';
import { isClosedPipe } from './closed-pipe.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import type { Variables } from './input/environment-variables.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import { type Terminal, UsageError } from './terminal.ts';

const usage = `Usage:
  dataset-studio validate <files or globs…> [--format stylish|json|github|sarif] [--max-warnings N]
  dataset-studio create <files or globs…> [--dry-run] [--json] [--base-url URL]
                        [--reporting-path P] [--retention-policy P] [--timeout S] [--concurrency N]
                        [--journal DIR] [--again]
  dataset-studio diff <old> <new> [--format text|json|markdown] [--exit-code]
  dataset-studio diagram <file> [--format svg|mermaid|dbml|markdown] [--output FILE]
  dataset-studio infer <files, folders, globs or -> [--name NAME] [--output FILE] [--format json|yaml]
                       [--report FILE.json|FILE.md] [--decimal-type T] [--null TEXT]…
                       [--delimiter C|tab] [--header|--no-header] [--merge]
  dataset-studio mcp [--root DIR] [--allow-create]
  dataset-studio gateway [--port N]

Secrets come from the environment alone: DATASET_ACCESS_TOKEN, or DATASET_USERNAME, DATASET_PASSWORD and
DATASET_CLIENT_ID (DATASET_CLIENT_SECRET); DATASET_SUBSCRIPTION_KEY. For client credentials: DATASET_CLIENT_ID,
DATASET_CLIENT_SECRET, DATASET_TOKEN_ENDPOINT or DATASET_ISSUER, and DATASET_SCOPES (separated by spaces).
DATASET_BASE_URL, DATASET_REPORTING_PATH, DATASET_RETENTION_POLICY and DATASET_JOURNAL stand in for their flags.

What begins with ! is left out of what is named before it: dataset-studio validate . "!archive/**"
(in bash and zsh with single quotes, because ! recalls an earlier command there: '!archive/**').

diff and diagram read standard input for -, as JSON or YAML. diff --exit-code exits with 1 if there is any difference.
diagram --output replaces FILE.

infer reads data files whole and prints the dataset that fits them; - is standard input, --merge makes one table of
files with the same columns, --report writes why each column has its type.

mcp is a server for AI agents (Model Context Protocol) on standard input and output. It reads files below DIR or the
current folder. With --allow-create, agents can create datasets.

--dry-run prints the request, secrets masked, and sends nothing; with --json as { method, url, headers, body }.
--journal notes each submission in DIR before it leaves: content that was created, or may have been, is not sent
again unless you give --again, and the same command resumes several files where it was interrupted.
Ctrl-C begins nothing more; a second one breaks off what is being sent.

Exit codes: 0 done, 1 the document has errors, 2 wrong usage or unreadable file, 3 no token,
4 rejected by the gateway, 5 outcome unknown, 6 nothing was sent.
`;

/** Runs one command; each is loaded only when it is asked for. */
async function main(
  args: readonly string[],
  terminal: Terminal,
  variables: Variables,
  listen: () => Interruption,
): Promise<ExitCode> {
  const [command, ...rest] = args;
  try {
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.out(usage);
      return exitCode.done;
    }
    switch (command) {
      case 'validate':
        return await (await import('./commands/validate.ts')).validate(rest, terminal);
      case 'create':
        return await (await import('./commands/create.ts')).create(rest, terminal, variables, listen);
      case 'diff':
        return await (await import('./commands/diff.ts')).diff(rest, terminal);
      case 'diagram':
        return await (await import('./commands/diagram.ts')).diagram(rest, terminal);
      case 'infer': {
        const { infer } = await import('./infer/infer.ts');
        return await infer(rest, { terminal, input: () => process.stdin, signal: listen().stop });
      }
      case 'mcp': {
        const { mcp } = await import('./commands/mcp.ts');
        return await mcp(rest, { terminal, variables, input: () => process.stdin, interruption: listen() });
      }
      case 'gateway':
        return await (await import('./commands/gateway.ts')).gateway(rest, terminal, listen().stop);
      case 'help':
      case '--help':
      case '-h':
        terminal.out(usage);
        return exitCode.done;
      case undefined:
        terminal.error(usage);
        return exitCode.usage;
      default:
        throw new UsageError(`There is no command "${plainText(command)}".`);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) return unexpected(error, terminal);
    terminal.error(`${error.message}\nRun "dataset-studio --help" for the usage.\n`);
    return exitCode.usage;
  }
}

/** Node.js would print all that hangs on the error, such as what was to be sent. */
function unexpected(error: unknown, terminal: Terminal): ExitCode {
  terminal.error(
    `dataset-studio met an error that it did not expect. Please report this:\n${describeUnexpectedError(error)}\n`,
  );
  return exitCode.fault;
}

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY ? { status: (line: string) => process.stderr.write(`\r\u001b[K${line}`) } : {}),
};
// Whoever reads may have read enough, such as `head`; the command goes on to its end all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (!isClosedPipe(error)) throw error;
  });
process.once('uncaughtException', (error) => process.exit(unexpected(error, terminal)));

process.exitCode = await main(process.argv.slice(2), terminal, process.env, () =>
  listenForInterruption(process),
);
