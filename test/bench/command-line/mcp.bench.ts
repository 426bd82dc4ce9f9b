import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Table } from '../benchmark.ts';
import { median, threeDigits } from '../side-by-side.ts';

export const name = 'MCP server: from the start to the answer to initialize';

const rounds = 15;
/** The promise: at most so many times the time of `node -e 0`. */
const limit = 5;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

export async function run(): Promise<Table> {
  const node: number[] = [];
  const server: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - started);
    server.push(await timeToInitialize());
  }
  const ratio = median(server.map((time, round) => time / (node[round] ?? Number.NaN)));
  return {
    columns: ['program', 'time', 'times node -e 0'],
    rows: [
      ['node -e 0', `${threeDigits(median(node))} ms`, '1.00'],
      ['dataset-studio mcp', `${threeDigits(median(server))} ms`, threeDigits(ratio)],
    ],
    notes: [`Processes run in turn; medians of ${rounds} rounds.`],
    violations: ratio <= limit ? [] : [`at most ${limit} times the time of node -e 0`],
  };
}

async function timeToInitialize(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin.write(`${JSON.stringify(initialize)}\n`);
  await new Promise((answered) => child.stdout.once('data', answered));
  const time = performance.now() - started;
  child.stdin.end();
  await ended;
  return time;
}
