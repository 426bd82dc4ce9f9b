import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { unusedPort } from '../unit/gateway/network/loopback-servers.ts';

const description = `${import.meta.dirname}/../../schemas/gateway.openapi.yaml`;

/**
 * Prism between a client and a gateway. It responds with 422 to a request that violates the OpenAPI description, and replaces
 * a response that violates it by 500. The problem type distinguishes the two.
 */
export class ValidatingProxy {
  readonly url: URL;
  readonly #process: ChildProcess;

  private constructor(url: URL, process_: ChildProcess) {
    this.url = url;
    this.#process = process_;
  }

  static async start(upstream: string): Promise<ValidatingProxy> {
    const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
    const port = await unusedPort();
    const args = ['proxy', description, upstream, '--errors', '--cors', 'false', '-p', String(port)];
    const process_ = spawn(process.execPath, [prism, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    await listening(process_);
    return new ValidatingProxy(new URL(`http://127.0.0.1:${port}`), process_);
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}

/** Resolves once Prism listens, and rejects with what it printed if it ends instead. */
function listening(process_: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Prism is listening on')) resolve();
    };
    process_.stdout?.on('data', read);
    process_.stderr?.on('data', read);
    process_.once('exit', () => reject(new Error(`Prism ended: ${output}`)));
  });
}
