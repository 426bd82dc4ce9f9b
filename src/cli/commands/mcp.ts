import { statSync } from 'node:fs';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode, readVersion } from '../command.ts';
import { errorResponse, readLines } from '../mcp/json-rpc.ts';
import { type McpServerOptions, mcpServer } from '../mcp/mcp-server.ts';
import { UsageError } from '../terminal.ts';

/** In bytes: a document of 10 MB as a JSON string, and more. */
const maxLineSize = 64 * 1024 * 1024;

/** `dataset-studio mcp`: a server of the Model Context Protocol on standard input and output (transport "stdio"). */
export const mcp = command({
  name: 'mcp',
  summary: 'Run a server for AI agents on standard input and output.',
  description: 'Runs a server for AI agents (Model Context Protocol) on standard input and output.',
  options: {
    root: { value: 'DIR', default: '.', help: 'read files below DIR' },
    'allow-create': {
      value: 'WHO',
      choices: ['ask', 'always'],
      preset: 'ask',
      help: 'let agents create datasets: ask the user before each (as without WHO), or always, without a question',
    },
  },
  examples: ['mcp', 'mcp --root datasets --allow-create'],
  run: async (values, _positionals, context) => {
    if (!statSync(values.root, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--root takes a folder, not "${plainText(values.root)}".`);
    const { terminal } = context;
    const interruption = context.listen();
    let tools: Promise<McpServerOptions['callTool']> | undefined;
    const write = (message: object) => terminal.out(`${JSON.stringify(message)}\n`);
    const server = mcpServer({
      version: readVersion(),
      allowCreate: values['allow-create'] !== undefined,
      callTool: async (...call) => {
        // Loaded with the first call, so that the server answers at once.
        tools ??= import('../mcp/server-tools.ts').then(({ openTools }) =>
          openTools(values.root, values['allow-create'], interruption, context),
        );
        return (await tools)(...call);
      },
      send: write,
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
    server.endInput();
    await Promise.all(running);
    return exitCode.done;
  },
});
