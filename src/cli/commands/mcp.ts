import { statSync } from 'node:fs';
import type { AgentPorts } from '../../agents/ports.ts';
import { plainText } from '../../text/plain-text.ts';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import { type CommandContext, command, exitCode, type Interruption, readVersion } from '../command.ts';
import { errorResponse, readLines } from '../mcp/json-rpc.ts';
import { McpServer, type McpServerOptions } from '../mcp/mcp-server.ts';
import type { RootedDocument } from '../mcp/rooted-files.ts';
import { UsageError } from '../terminal.ts';

/** In bytes: a document of 10 MB as a JSON string, and more. */
const maxLineSize = 64 * 1024 * 1024;

/** Milliseconds that an agent's request may read data files, while others wait. */
const maxReading = 2 * 60_000;

/** `dataset-studio mcp`: a server of the Model Context Protocol on standard input and output (transport "stdio"). */
export const mcp = command({
  name: 'mcp',
  summary: 'Run a server for AI agents on standard input and output.',
  description: 'Runs a server for AI agents (Model Context Protocol) on standard input and output.',
  options: {
    root: { value: 'DIR', default: '.', help: 'read files below DIR' },
    'allow-create': { help: 'let agents create datasets' },
  },
  examples: ['mcp', 'mcp --root datasets --allow-create'],
  run: async (values, _positionals, context) => {
    if (!statSync(values.root, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--root takes a folder, not "${plainText(values.root)}".`);
    const { terminal } = context;
    const interruption = context.listen();
    const openTools = toolsOf(values.root, values['allow-create'], interruption, context);
    const write = (message: object) => terminal.out(`${JSON.stringify(message)}\n`);
    const server = new McpServer({
      version: readVersion(),
      allowCreate: values['allow-create'],
      callTool: async (...call) => (await openTools())(...call),
      notify: write,
    });

    const input = context.input();
    interruption.stop.addEventListener('abort', () => input.destroy(), { once: true });
    interruption.cancel.addEventListener('abort', () => server.cancelAll(), { once: true });
    // Calls run side by side; the end of the input ends none of them.
    const running = new Set<Promise<void>>();
    try {
      for await (const line of readLines(input, maxLineSize)) {
        if (line.kind === 'too-long') {
          write(errorResponse(null, 'invalidRequest', 'The line is too long.'));
          continue;
        }
        if (line.text.trim() === '') continue;
        const answering = server.answer(line.text).then((answer) => {
          if (answer !== undefined) write(answer);
        });
        running.add(answering);
        void answering.finally(() => running.delete(answering));
      }
    } catch (error) {
      if (!interruption.stop.aborted) throw error;
    }
    await Promise.all(running);
    return exitCode.done;
  },
});

/** The tools, which are loaded with the first call, so that the server answers at once. */
function toolsOf(
  rootFolder: string,
  allowCreate: boolean,
  interruption: Interruption,
  { terminal, variables }: CommandContext,
) {
  const open = async () => {
    const [
      { callTool, directChecks },
      { InferenceThread, defaultLimits },
      { RootedFiles },
      documents,
      environments,
    ] = await Promise.all([
      import('../../agents/tools.ts'),
      import('../../data-files/inference-thread.ts'),
      import('../mcp/rooted-files.ts'),
      import('../mcp/rooted-files.ts'),
      import('../mcp/environment-ports.ts'),
    ]);
    const files = await RootedFiles.in(rootFolder);
    const thread = new InferenceThread({ ...defaultLimits, duration: maxReading });
    let journal: ReturnType<typeof openJournal> | undefined;
    const openJournal = async () =>
      (await import('../submission/open-journal.ts')).openJournal(
        variables.DATASET_JOURNAL || undefined,
        terminal,
      );
    const ports: AgentPorts<RootedDocument> = {
      documents: documents.rootedDocuments(files),
      data: documents.rootedData(files, (data, options) => thread.read(data, options)),
      checks: directChecks,
      environments: environments.environmentOfVariables(variables),
      ...(allowCreate && {
        submissions: environments.submissionsBy({
          variables,
          journal: () => {
            journal ??= openJournal().catch((error) => {
              // The user may correct what is wrong with the folder.
              journal = undefined;
              throw error;
            });
            return journal;
          },
          terminal,
          stop: interruption.stop,
        }),
      }),
      onUnexpectedError: (error) => terminal.error(`${describeUnexpectedError(error)}\n`),
    };
    const call: McpServerOptions['callTool'] = (...args) => callTool(ports, ...args);
    return call;
  };
  let opened: ReturnType<typeof open> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}
