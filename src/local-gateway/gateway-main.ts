#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failure, type Result } from '../result.ts';
import type { StartFailure } from './local-gateway.ts';
import { runLocalGateway } from './run-local-gateway.ts';

/** `local-gateway [--port N]` */
async function main(args: readonly string[], signal: AbortSignal): Promise<Result<void, StartFailure>> {
  const port = portOf(args);
  if (port === 'invalid')
    return failure({ kind: 'not-started', message: 'Usage: local-gateway [--port N], N from 0 to 65535.' });
  const write = (text: string) => process.stdout.write(text);
  return runLocalGateway({ write, signal, port });
}

function portOf(args: readonly string[]): number | 'invalid' | undefined {
  try {
    const { port } = parseArgs({ args: [...args], options: { port: { type: 'string' } } }).values;
    if (port === undefined) return undefined;
    return /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : 'invalid';
  } catch {
    return 'invalid';
  }
}

// An import of this file starts nothing.
const [, entry] = process.argv;
if (entry !== undefined && realpathSync(entry) === fileURLToPath(import.meta.url)) {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const result = await main(process.argv.slice(2), interrupted.signal);
  if (!result.ok) {
    process.stderr.write(`${result.failure.message}\n`);
    process.exitCode = 2;
  }
}
