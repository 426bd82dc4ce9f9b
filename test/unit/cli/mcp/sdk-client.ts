import {
  Client,
  type ClientOptions,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { reachable } from '../../signals.ts';

/** How the official client finds out which revision a server speaks. */
export type ClientMode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

export interface ServerOptions {
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly mode?: ClientMode;
  /** How the person answers a form. Without it, the client can't ask. */
  readonly answer?: (params: ElicitRequest['params']) => Promise<ElicitResult> | ElicitResult;
}

export interface CallResult {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
  /** The JSON text of the result. */
  readonly text: string;
}

/** The official client, connected to the built command line. */
export class SdkClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What the server wrote to standard error. */
  log = '';

  constructor({ args = [], cwd, env = {}, mode = 'legacy', answer }: ServerOptions) {
    const capabilities = answer ? { elicitation: { form: {} } } : {};
    const options = { versionNegotiation: { mode }, capabilities };
    this.client = new Client({ name: 'test', version: '1.0.0' }, options);
    if (answer) this.client.setRequestHandler('elicitation/create', async ({ params }) => answer(params));
    const cli = `${import.meta.dirname}/../../../../dist/cli.js`;
    this.transport = new StdioClientTransport({
      command: process.execPath,
      args: [...reachable.execArgv, cli, 'mcp', ...args],
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'pipe',
    });
    this.transport.stderr?.on('data', (chunk) => {
      this.log += chunk;
    });
  }

  async open(): Promise<this> {
    await this.client.connect(this.transport);
    return this;
  }

  async call(name: string, input: object, signal?: AbortSignal): Promise<CallResult> {
    const result = await this.client.callTool({ name, arguments: { ...input } }, signal ? { signal } : {});
    const [part] = result.content as { type: string; text: string }[];
    const content = result.structuredContent as Readonly<Record<string, unknown>>;
    return { isError: result.isError === true, content, text: part?.text ?? '' };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
