import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { BlobReader } from '../blob-reader.ts';
import { type GitEnd, runOwnGit } from '../git.ts';
import type { BranchFailure } from './branch-failure.ts';
import { makeOwnRepository, type OwnRepository } from './own-repository.ts';
import { type Remote, remoteName, withoutCredentials } from './remote-address.ts';

export interface BranchFile {
  /** Of its content, as Git computes it. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** What a push adds: new files, and files that move into the folder `damaged`. */
export type BranchChange =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly damaged: BranchFile };

export interface BranchOptions {
  /** Of the files that count. All others are ignored, and stay. */
  readonly isFile: (name: string) => boolean;
  /** Milliseconds for one fetch or one push, and for all attempts of one. */
  readonly oneTime: number;
  readonly allTime: number;
}

const branch = 'refs/heads/dataset-journal';
const fetched = 'refs/journal';
/** Pauses between two attempts in milliseconds: random, and longer each time that the remote fails. */
const pauses = { first: 50, last: 3000 };

/**
 * The files of the branch `dataset-journal` of a remote. A push is an fsync and a compare-and-swap: the remote accepts it only if it
 * knows what was there before. So the order of pushes is total, and whoever pushes later has seen the earlier one.
 * Nothing is ever removed, replaced, or forced.
 */
export class RemoteBranch {
  readonly #git: OwnRepository;
  readonly #format: 'sha1' | 'sha256';
  readonly #options: BranchOptions;
  /** The commit that the remote had at last; undefined if it has no such branch. */
  #tip: string | undefined;
  #files: ReadonlyMap<string, BranchFile> = new Map();
  /** Fetches and pushes, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #reader: BlobReader | undefined;
  #idle: NodeJS.Timeout | undefined;
  #reads: Promise<unknown> = Promise.resolve();

  private constructor(git: OwnRepository, format: 'sha1' | 'sha256', options: BranchOptions) {
    this.#git = git;
    this.#format = format;
    this.#options = options;
  }

  static async open(
    remote: Remote,
    options: Partial<BranchOptions> & Pick<BranchOptions, 'isFile'>,
  ): Promise<RemoteBranch> {
    const git = await makeOwnRepository(remote.program, remote.objectFormat, remote.settings);
    return new RemoteBranch(git, remote.objectFormat, { oneTime: 60_000, allTime: 90_000, ...options });
  }

  /** Those that count, as of the last exchange with the remote. */
  get files(): ReadonlyMap<string, BranchFile> {
    return this.#files;
  }

  /** Whether the remote has the branch. */
  get exists(): boolean {
    return this.#tip !== undefined;
  }

  /** Removes the repository on this machine, which the end of the process does otherwise. */
  close(): void {
    this.#endReader();
    this.#git.remove();
  }

  /** Learns what others have pushed. `attempts`: one, or as many as fit into the time. */
  refresh(attempts: 'one' | 'all' = 'one'): Promise<Result<void, BranchFailure>> {
    return this.#inTurn(async () => {
      for (const next of this.#attempts()) {
        const result = await this.#fetchTip();
        if (result.ok || result.failure.kind !== 'unreachable' || attempts === 'one' || !(await next()))
          return result;
      }
      throw new Error('There is no attempt.');
    });
  }

  /**
   * Adds files, and resolves when the remote has them. What others have pushed stays: of a file of the same name, theirs. Each
   * failure is followed by a fetch, because the push may have been accepted although its answer was lost.
   */
  push(changes: readonly BranchChange[]): Promise<Result<void, BranchFailure>> {
    return this.#inTurn(async () => {
      for (const next of this.#attempts()) {
        const missing = changes.filter((change) => !this.#has(change));
        if (missing.length === 0) return success(undefined);
        const before = this.#tip;
        const commit = await this.#commit(missing);
        const pushed = await this.#run('push', [
          '--no-verify',
          '--no-signed',
          '--no-recurse-submodules',
          '--quiet',
          remoteName,
          `${commit}:${branch}`,
        ]);
        if (pushed.code === 0) {
          this.#accept(commit, missing);
          return success(undefined);
        }
        const now = await this.#fetchTip();
        if (!now.ok && now.failure.kind !== 'unreachable') return now;
        if (changes.every((change) => this.#has(change))) return success(undefined);
        const reason = await this.#failureOf(pushed);
        const isRace = now.ok && this.#tip !== before;
        if (!isRace && reason.kind !== 'unreachable') return failure(reason);
        if (!(await next(isRace))) return failure(reason);
      }
      throw new Error('There is no attempt.');
    });
  }

  /** The content of a file; undefined if it can't be read. */
  read({ id }: BranchFile): Promise<Uint8Array | undefined> {
    const content = this.#reads.then(async () => {
      clearTimeout(this.#idle);
      this.#reader ??= new BlobReader(this.#git);
      const found = await this.#reader.read(id);
      // A process that waits for more would keep this one alive.
      this.#idle = setTimeout(() => this.#endReader(), 100);
      return found.ok ? found.value : undefined;
    });
    this.#reads = content.catch(() => undefined);
    return content;
  }

  /** What Git calls a content. */
  idOf(bytes: Uint8Array): string {
    return createHash(this.#format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  }

  #endReader(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }

  #inTurn<Value>(step: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Steps to try; each waits until the next one, or says that the time is over. Whoever lost against another push tries again soon:
   * with longer and longer pauses, it would lose against all that come after it.
   */
  *#attempts(): Generator<(isRace?: boolean) => Promise<boolean>> {
    const end = performance.now() + this.#options.allTime;
    let pause = pauses.first;
    const next = async (isRace = false) => {
      await delay((isRace ? pauses.first : pause) * (0.5 + Math.random()));
      if (!isRace) pause = Math.min(2 * pause, pauses.last);
      return performance.now() < end;
    };
    while (true) yield next;
  }

  async #fetchTip(): Promise<Result<void, BranchFailure>> {
    const end = await this.#run('fetch', [
      '--depth=1',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--quiet',
      remoteName,
      `+${branch}:${fetched}`,
    ]);
    const isMissing = end.code !== 0 && /couldn't find remote ref/i.test(end.error);
    if (end.code !== 0 && !isMissing) return failure(await this.#failureOf(end));
    const tip = isMissing ? undefined : (await this.#run('rev-parse', ['--verify', fetched])).output.trim();
    if (tip === this.#tip && tip !== undefined) return success(undefined);
    const { files, damaged } =
      tip === undefined ? { files: new Map(), damaged: new Set() } : await this.#list(tip);
    for (const [name, { id }] of this.#files)
      if (files.get(name)?.id !== id && !damaged.has(name))
        return failure({ kind: 'rewritten', detail: name });
    this.#tip = tip;
    this.#files = files;
    return success(undefined);
  }

  /** The files that count: no links, folders, or names that aren't ours. */
  async #list(tip: string): Promise<{ files: Map<string, BranchFile>; damaged: Set<string> }> {
    const { output } = await this.#run('ls-tree', ['-r', '-z', '--long', '--full-tree', tip]);
    const files = new Map<string, BranchFile>();
    const damaged = new Set<string>();
    for (const line of output.split('\0')) {
      const [, id, size, path = ''] = /^100(?:644|755) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
      if (id === undefined) continue;
      if (this.#options.isFile(path)) files.set(path, { id, size: Number(size) });
      else if (path.startsWith('damaged/')) damaged.add(path.slice('damaged/'.length));
    }
    return { files, damaged };
  }

  /** Of a name that others have used, theirs counts. */
  #has(change: BranchChange): boolean {
    const there = this.#files.has(change.name);
    return 'bytes' in change ? there : !there;
  }

  /** One commit with all changes; its ID. */
  async #commit(changes: readonly BranchChange[]): Promise<string> {
    const parts: (string | Uint8Array)[] = [];
    const author = `dataset-studio <dataset-studio@invalid> ${Math.floor(Date.now() / 1000)} +0000`;
    const message = 'Record submissions\n';
    parts.push(`commit refs/own\nmark :1\ncommitter ${author}\ndata ${message.length}\n${message}`);
    if (this.#tip !== undefined) parts.push(`from ${this.#tip}\n`);
    for (const change of changes)
      if ('bytes' in change)
        parts.push(`M 100644 inline ${change.name}\ndata ${change.bytes.length}\n`, change.bytes, '\n');
      else parts.push(`D ${change.name}\nM 100644 ${change.damaged.id} damaged/${change.name}\n`);
    parts.push('\nget-mark :1\ndone\n');
    const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    const { output, error } = await this.#run('fast-import', ['--quiet', '--done', '--force'], input);
    const commit = output.trim();
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new Error(`Git wrote no commit: ${plainText(error)}`);
    return commit;
  }

  #accept(commit: string, changes: readonly BranchChange[]): void {
    const files = new Map(this.#files);
    for (const change of changes)
      if ('bytes' in change)
        files.set(change.name, { id: this.idOf(change.bytes), size: change.bytes.length });
      else files.delete(change.name);
    this.#tip = commit;
    this.#files = files;
  }

  async #failureOf(end: GitEnd): Promise<BranchFailure> {
    const reason = failureOf(end);
    if (reason.kind !== 'redirected') return reason;
    const [, target = ''] = /^.* Recv header: location: (.*)$/im.exec((await this.#trace()).error) ?? [];
    return { ...reason, detail: plainText(withoutCredentials(target).replace(/\/info\/refs.*/, ''), 200) };
  }

  /** Asks for the branch, and traces what the remote answers: Git's messages don't say. The trace may contain a credential. */
  #trace() {
    const traces = { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1', GIT_TRACE_PACKET: '1' };
    const git = { ...this.#git, variables: { ...this.#git.variables, ...traces } };
    return runOwnGit(git, 'ls-remote', [remoteName, branch], this.#options.oneTime);
  }

  #run(command: Parameters<typeof runOwnGit>[1], args: readonly string[], input?: Uint8Array) {
    return runOwnGit(this.#git, command, args, this.#options.oneTime, input);
  }
}

const causes: readonly (readonly [RegExp, BranchFailure['kind']])[] = [
  // Another push at the same moment. It is tried again.
  [/cannot lock ref|failed to update ref|fetch first|non-fast-forward|stale info/i, 'unreachable'],
  [/error: 3\d\d|HTTP 3\d\d/, 'redirected'],
  [/remote rejected|hook declined|protected branch|GH\d{3}/i, 'refused'],
  [
    /authentication failed|could not read (?:username|password)|permission denied|denied to|not allowed|access denied|unauthorized|forbidden|error: 40[134]|not found|does not appear to be a git repository|host key verification failed/i,
    'rights',
  ],
];

/** Git's messages are in English (`LC_ALL`). */
function failureOf({ error, code }: GitEnd): BranchFailure {
  const kind = causes.find(([pattern]) => pattern.test(error))?.[1] ?? 'unreachable';
  const lines = error.split('\n').filter((line) => !/^(?:remote: )?hint:/.test(line));
  const words = lines.join('\n').trim() || (code === null ? 'it did not finish.' : `exit code ${code}.`);
  return { kind, detail: plainText(withoutCredentials(words), 1000) };
}
