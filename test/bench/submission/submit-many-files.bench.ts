import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { newAuthority, type ServerKey } from '../../unit/gateway/network/certificates.ts';
import type { Table } from '../benchmark.ts';

export const name = 'Creating many datasets on the command line: beside a bare undici client, and its memory';

const concurrency = 16;
/** Of the gateway, in milliseconds. */
const latency = 50;
const promised = { ofBareClient: 0.8, megabytes: 200 };

// Few, so that the table takes two minutes: most of that is the latency.
const besideBareClient = [
  { isEncrypted: false, roundTrip: 0, busyProcesses: 0 },
  { isEncrypted: true, roundTrip: 20, busyProcesses: 0 },
  { isEncrypted: false, roundTrip: 0, busyProcesses: 2 },
];
const ofManyFiles = [
  { count: 100, hasJournal: false },
  { count: 1000, hasJournal: true },
  { count: 10_000, hasJournal: true },
];

export async function run(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'submit-files-'));
  const rows: string[][] = [];
  const violations: string[] = [];
  try {
    const authority = newAuthority();
    const certificate = join(folder, 'authority.pem');
    await writeFile(certificate, authority.cert);
    for (const { roundTrip, ...trial } of besideBareClient) {
      const key = trial.isEncrypted ? authority.keyFor('127.0.0.1') : undefined;
      const files = await writeFiles(folder, 2000);
      const gateway = await startGateway(roundTrip, key);
      const busy = Array.from({ length: trial.busyProcesses }, () =>
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
      );
      const ours = await createAll(gateway.address, folder, files.length, certificate);
      const bare = await runNode(
        [join(import.meta.dirname, 'bare-client.ts'), gateway.address, String(concurrency), ...files],
        certificate,
      );
      for (const process of busy) process.kill();
      await gateway.stop();
      const ideal = idealSeconds(files.length, roundTrip);
      const ofBareClient = bare.seconds / ours.seconds;
      const label = [
        trial.isEncrypted ? 'TLS' : 'plain',
        `${roundTrip} ms of round trip`,
        ...(busy.length > 0 ? [`beside ${busy.length} busy processes`] : []),
      ].join(', ');
      rows.push([
        label,
        '2000',
        ...[ideal, ours.seconds, bare.seconds].map((s) => `${s.toFixed(1)} s`),
        percent(ideal / ours.seconds),
        percent(ofBareClient),
        `${ours.megabytes.toFixed(0)} MB`,
      ]);
      if (ofBareClient < promised.ofBareClient)
        violations.push(`${label}: 80 % of the bare client: ${percent(ofBareClient)}`);
    }
    for (const { count, hasJournal } of ofManyFiles) {
      const files = await writeFiles(folder, count);
      const gateway = await startGateway(0);
      const journal = hasJournal ? ['--journal', join(folder, `journal-${count}`)] : [];
      const { seconds, megabytes } = await createAll(
        gateway.address,
        folder,
        files.length,
        certificate,
        journal,
      );
      await gateway.stop();
      const label = hasJournal ? 'plain, with a journal' : 'plain';
      const ideal = idealSeconds(count);
      rows.push([
        label,
        String(count),
        `${ideal.toFixed(1)} s`,
        `${seconds.toFixed(1)} s`,
        '',
        percent(ideal / seconds),
        '',
        `${megabytes.toFixed(0)} MB`,
      ]);
      if (megabytes > promised.megabytes)
        violations.push(`${label}, ${count} files: at most 200 MB: ${megabytes.toFixed(0)} MB`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    columns: [
      'gateway',
      'files',
      'ideal',
      'create --json',
      'bare undici',
      'of the ideal',
      'of bare undici',
      'peak memory',
    ],
    rows,
    notes: [
      `Files of 9 KB, ${concurrency} at the same time, a gateway on this machine that answers with the created tables after ${latency} ms behind a proxy that adds the round trip. Whole processes, start included. Both open a connection for each request; the ideal time has none for that.`,
    ],
    violations,
  };
}

/** How long it takes if nothing but the network took time. */
function idealSeconds(count: number, roundTrip = 0): number {
  return (count * (latency + roundTrip)) / concurrency / 1000;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

async function writeFiles(folder: string, count: number): Promise<string[]> {
  const columns = Array.from({ length: 225 }, (_, index) => ({ name: `Column ${index}`, dataType: 'Int64' }));
  const files: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, `${count}-${index}.dataset.json`);
    await writeFile(path, JSON.stringify({ name: `Dataset ${index}`, tables: [{ name: 'T', columns }] }));
    files.push(path);
  }
  return files;
}

async function startGateway(roundTrip: number, key?: ServerKey) {
  const gateway = new Worker(join(import.meta.dirname, 'slow-gateway.ts'), { workerData: { latency, key } });
  const [port] = await once(gateway, 'message');
  const proxy = new Worker(join(import.meta.dirname, 'delaying-proxy.ts'), {
    workerData: { port, roundTrip },
  });
  const [proxyPort] = roundTrip === 0 ? [port] : await once(proxy, 'message');
  return {
    address: `${key ? 'https' : 'http'}://127.0.0.1:${proxyPort}`,
    stop: async () => {
      await Promise.all([gateway.terminate(), proxy.terminate()]);
    },
  };
}

async function createAll(
  address: string,
  folder: string,
  count: number,
  certificate: string,
  more: readonly string[] = [],
) {
  const cli = join(repositoryFolder, 'dist', 'cli.js');
  const files = join(folder, `${count}-*.dataset.json`);
  const options = ['--json', '--concurrency', String(concurrency), '--base-url', address];
  return runNode([cli, 'create', files, ...options, ...more], certificate);
}

/** Runs a program to its end; its peak memory is what it reports itself when it exits. */
async function runNode(
  args: readonly string[],
  certificate: string,
): Promise<{ seconds: number; megabytes: number }> {
  const report = `data:text/javascript,process.on('exit',()=>console.error('PEAK '+process.resourceUsage().maxRSS))`;
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', report, ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: certificate,
        DATASET_ACCESS_TOKEN: 'token',
        DATASET_SUBSCRIPTION_KEY: 'key',
      },
    },
  );
  let end = '';
  child.stderr.on('data', (chunk: Buffer) => {
    end = (end + chunk.toString()).slice(-1000);
  });
  const [code] = await once(child, 'close');
  const [, kilobytes] = /PEAK (\d+)/.exec(end) ?? [];
  if (code !== 0 || kilobytes === undefined) throw new Error(`A process ended with ${code}: ${end}`);
  return { seconds: (performance.now() - started) / 1000, megabytes: Number(kilobytes) / 1024 };
}
