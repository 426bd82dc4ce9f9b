import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { create } from '../../../../src/cli/commands/create.ts';
import { settle } from '../../../../src/cli/commands/settle.ts';
import { status } from '../../../../src/cli/commands/status.ts';
import { submissions } from '../../../../src/cli/commands/submissions.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';
import { readArguments } from '../../../../src/cli/program.ts';
import { UsageError } from '../../../../src/cli/terminal.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import { SystemProcesses } from '../../../../src/system/process-identity.ts';

/** What the gateway does with a request. */
export type Answer =
  | 'creates'
  | 'accepts'
  | 'rejects'
  | 'fails'
  | 'fails late'
  | 'breaks off'
  | 'breaks off late';

/** Answers after which a dataset exists. */
export const creating: readonly Answer[] = ['creates', 'accepts', 'fails late', 'breaks off late'];

/** A dataset of this name, in one of two layouts. */
export function textOf(content: string, isIndented: boolean): string {
  const columns = [{ name: 'C', dataType: 'Int64' }];
  return JSON.stringify({ name: content, tables: [{ name: 'T', columns }] }, null, isIndented ? 2 : 0);
}

/** Two clones of a repository, a journal, and a gateway with two services, for the command line in this process. */
export class World {
  readonly folder: string;
  readonly origin: string;
  readonly journal: string;
  /** What the gateway does with a content; by default, it creates a dataset. */
  readonly answers = new Map<string, Answer>();
  /** Contents of requests. */
  readonly requests: string[] = [];
  /** Services, policies, and contents of created datasets. */
  readonly created: string[] = [];
  readonly #server: Server;

  private constructor(folder: string, server: Server, origin: string) {
    this.folder = folder;
    this.#server = server;
    this.origin = origin;
    this.journal = join(folder, 'journal');
  }

  static async open(root: string): Promise<World> {
    const folder = mkdtempSync(join(root, 'history-'));
    mkdirSync(join(folder, 'journal'), { mode: 0o700 });
    for (const clone of clones) {
      mkdirSync(join(folder, clone, '.git'), { recursive: true });
      writeFileSync(
        join(folder, clone, '.git', 'config'),
        '[remote "origin"]\n\turl = https://git.example/team/data\n',
      );
    }
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const world = new World(folder, server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { name } = JSON.parse(Buffer.concat(chunks).toString());
      const answer = world.answers.get(name) ?? 'creates';
      world.requests.push(name);
      const [, service, policy] = /^\/(\w+)\/.*=(\w+)$/.exec(request.url ?? '') ?? [];
      if (creating.includes(answer)) world.created.push(`${service} ${policy} ${name}`);
      if (answer.startsWith('breaks off')) response.destroy();
      else
        response
          .writeHead({ creates: 201, accepts: 202, rejects: 400 }[String(answer)] ?? 500)
          .end('{"id":"d"}');
    });
    return world;
  }

  write(clone: Clone, file: string, content: string, isIndented = false): void {
    writeFileSync(join(this.folder, clone, file), textOf(content, isIndented));
  }

  remove(clone: Clone, file: string): void {
    rmSync(join(this.folder, clone, file));
  }

  copy(from: Clone, to: Clone, file: string): void {
    cpSync(join(this.folder, from, file), join(this.folder, to, file));
  }

  /** The submission of a process that is killed before it records an outcome, or that is running. Its ID. */
  async begin(place: Place, content: string, process: 'gone' | 'alive'): Promise<string> {
    const self = await new SystemProcesses().self();
    const owner = process === 'alive' ? self : { ...self, startedAt: 'before' };
    const journal = new DirectoryJournal(this.journal, {
      processes: { self: async () => owner, lifeOf: async () => 'alive' },
    });
    const { clone, file, service, policy } = place;
    const begun = await journal.begin(
      {
        environment: new URL(this.origin).host,
        origin: this.origin,
        requestUrl: `${this.origin}/${service}/datasets?defaultRetentionPolicy=${policy}`,
        retentionPolicy: policy,
        document: pathToFileURL(join(this.folder, clone, file)).href,
        path: file,
        repository: 'git.example/team/data',
        mayTake: 420_000,
      },
      Buffer.from(textOf(content, false)),
    );
    if (!begun.ok) throw new Error('The journal of this test is not usable.');
    const { id } = begun.value;
    if (process === 'alive') this.#running.set(id, journal);
    return id;
  }

  /** Its process records the outcome. */
  async conclude(id: string, isCreated: boolean): Promise<void> {
    const outcome = isCreated
      ? ({ kind: 'created', status: 201, datasetId: 'd', response: '' } as const)
      : ({ kind: 'cancelled' } as const);
    await this.#running.get(id)?.conclude(id, outcome);
  }

  readonly #running = new Map<string, DirectoryJournal>();

  /** Runs a command line in a clone. */
  async run(clone: Clone, args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
    const printed = { out: '', error: '' };
    const terminal = {
      out: (text: string | SafeOutput) => {
        printed.out += SafeOutput.of(text).text;
      },
      error: (text: string | SafeOutput) => {
        printed.error += SafeOutput.of(text).text;
      },
    };
    const invocation = readArguments(args, [create, settle, status, submissions], '0');
    if (invocation.kind !== 'run') throw new Error(args.join(' '));
    const before = process.cwd();
    process.chdir(join(this.folder, clone));
    try {
      const code = await invocation.command.run(invocation.values, invocation.positionals, {
        terminal,
        variables: {
          DATASET_JOURNAL: this.journal,
          DATASET_BASE_URL: this.origin,
          DATASET_ACCESS_TOKEN: 'token',
          DATASET_SUBSCRIPTION_KEY: 'key',
        },
        input: () => Readable.from([]),
        listen: () => ({ stop: new AbortController().signal, cancel: new AbortController().signal }),
        commands: async () => [],
      });
      return { code, ...printed };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { code: 2, ...printed, error: error.message };
    } finally {
      process.chdir(before);
    }
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.folder, { recursive: true });
  }
}

export const clones = ['here', 'there'] as const;
export type Clone = (typeof clones)[number];

/** A file of a clone, a service, and a retention policy. */
export interface Place {
  readonly clone: Clone;
  readonly file: string;
  readonly service: string;
  readonly policy: string;
}
