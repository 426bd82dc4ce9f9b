import { createHash } from 'node:crypto';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { BlobReader } from '../blob-reader.ts';
import { type GitEnd, type OwnCommand, runOwnGit } from '../git.ts';
import { type BranchFailure, failureOf, isAway } from './branch-failure.ts';
import { makeOwnRepository, type OwnRepository, temporaryFolderError } from './own-repository.ts';
import { Patience, type PatienceTimes } from './patience.ts';
import { type Remote, remoteName, withoutCredentials } from './remote-address.ts';

export interface BranchFile {
  /** Of its content, as Git computes it. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
  /** Otherwise a link, a folder, or a repository of this name, whose content isn't ours. */
  readonly isFile: boolean;
}

/** What a push adds: new files, and files that move into the folder `damaged`. */
export type BranchChange =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly damaged: BranchFile };

export interface BranchOptions {
  /** Of the files that count. All others are ignored, and stay. */
  readonly isFile: (name: string) => boolean;
  /** As `Patience` has them. */
  readonly times?: Partial<PatienceTimes>;
  readonly onAway?: (seconds: number) => void;
}

const branch = 'refs/heads/dataset-journal';
const fetched = 'refs/journal';
/** So many of the newest commits are looked through for files that one of them has removed or changed. */
const depth = 50;
/** In milliseconds, for a command that asks no remote. */
const maxLocal = 60_000;
/** What commits have removed or changed, with the ID from before. */
const rawChanges = ['-z', '-m', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=a', '--format='];
/** What Git says of its own files, and not of those of the remote. */
const diskTrouble =
  /^(?:fatal|error): (?!remote ).*(?:no space left|out of diskspace|quota exceeded|read-only file system)/im;

/**
 * The files of the branch `dataset-journal` of a remote. A push is an fsync and a compare-and-swap: the remote accepts it only if it
 * knows what was there before. So the order of pushes is total, and whoever pushes later has seen the earlier one.
 * Nothing is ever removed, replaced, or forced.
 */
export class RemoteBranch {
  readonly #remote: Remote;
  /** Made when it is needed. */
  #git: OwnRepository | undefined;
  readonly #isFile: BranchOptions['isFile'];
  readonly #patience: Patience;
  /** The commit that the remote had at last; undefined if it has no such branch. */
  #tip: string | undefined;
  #files: ReadonlyMap<string, BranchFile> = new Map();
  /** Fetches and pushes, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #reader: BlobReader | undefined;
  #idle: NodeJS.Timeout | undefined;
  #reads: Promise<unknown> = Promise.resolve();

  constructor(remote: Remote, { isFile, times = {}, onAway = () => undefined }: BranchOptions) {
    this.#remote = remote;
    this.#isFile = isFile;
    this.#patience = new Patience(times, onAway);
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
    this.#git?.remove();
  }

  /** Learns what others have pushed. */
  refresh(): Promise<Result<void, BranchFailure>> {
    return this.#inTurn(() => this.#fetchTip());
  }

  /** Lets the next operation try once although the time is over. */
  extendTime(): void {
    this.#patience.extend();
  }

  /**
   * Adds files, and resolves when the remote has them. What others have pushed stays: of a file of the same name, theirs. Each
   * failure is followed by a fetch, because the push may have been accepted although its answer was lost.
   */
  push(changes: readonly BranchChange[]): Promise<Result<void, BranchFailure>> {
    return this.#inTurn(async () => {
      const missing = changes.filter((change) => !this.#has(change));
      if (missing.length === 0) return success(undefined);
      const before = this.#tip;
      const commit = await this.#commit(missing);
      const pushed = await this.#run('push', [
        '--no-verify',
        '--no-signed',
        '--no-recurse-submodules',
        '--quiet',
        // It replaces no other commit than its parent, and no branch that was deleted.
        `--force-with-lease=${branch}:${before ?? ''}`,
        remoteName,
        `${commit}:${branch}`,
      ]);
      if (pushed.code === 0) {
        this.#accept(commit, missing);
        return success(undefined);
      }
      const now = await this.#fetchTip();
      if (!now.ok && !isAway(now.failure)) return now;
      if (changes.every((change) => this.#has(change))) return success(undefined);
      return now.ok && this.#tip !== before ? 'raced' : failure(await this.#failureOf(pushed));
    });
  }

  /** The content of a file; undefined if it can't be read. */
  read({ id }: BranchFile): Promise<Uint8Array | undefined> {
    const content = this.#reads.then(async () => {
      clearTimeout(this.#idle);
      if (!this.#git) return undefined;
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
    return createHash(this.#remote.objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  }

  #endReader(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }

  /** Fetches and pushes, one after the other, until the remote answers. */
  #inTurn(attempt: Parameters<Patience['ask']>[0]): Promise<Result<void, BranchFailure>> {
    const result = this.#last.then(async () => {
      const { program, objectFormat, settings } = this.#remote;
      this.#git ??= await makeOwnRepository(program, objectFormat, settings);
      return this.#patience.ask(attempt);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #fetchTip(): Promise<Result<void, BranchFailure>> {
    const end = await this.#run('fetch', [
      `--depth=${depth}`,
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--quiet',
      remoteName,
      `+${branch}:${fetched}`,
    ]);
    const isMissing = end.code !== 0 && /couldn't find remote ref/i.test(end.error);
    if (end.code !== 0 && !isMissing) return failure(await this.#failureOf(end));
    if (isMissing && !(await this.#hasNoBranch()))
      return failure({ kind: 'unreachable', detail: 'not valid: is this a git repository?' });
    const tip = isMissing ? undefined : (await this.#local('rev-parse', ['--verify', fetched])).trim();
    if (tip === this.#tip && tip !== undefined) return success(undefined);
    const { files, damaged, before } = await this.#list(tip);
    for (const [name, { id }] of [...this.#files, ...before])
      if (files.get(name)?.id !== id && !damaged.has(name))
        return failure({ kind: 'rewritten', detail: name });
    this.#tip = tip;
    this.#files = files;
    return success(undefined);
  }

  /** The files that count, and what else has their names. `before`: those that commits have removed or changed. */
  async #list(tip: string | undefined) {
    const files = new Map<string, BranchFile>();
    const damaged = new Set<string>();
    const before = new Map<string, { readonly id: string }>();
    if (tip === undefined) return { files, damaged, before };
    const tree = await this.#local('ls-tree', ['-r', '-z', '--long', '--full-tree', tip]);
    for (const line of tree.split('\0')) {
      const [, mode = '', id, size, path = ''] =
        /^(\d+) [a-z]+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
      if (id === undefined) continue;
      const [name = ''] = path.split('/', 1);
      const isFile = mode.startsWith('100') && name === path;
      if (this.#isFile(name)) files.set(name, { id, size: Number(size) || 0, isFile });
      // Nothing else is ever moved there.
      else if (/^damaged\/[^/]+\.settled$/.test(path)) damaged.add(path.slice('damaged/'.length));
    }
    // Newest first: what a file had at first stays.
    const changes = await this.#local('log', [...rawChanges, tip]);
    const fields = changes.split('\0');
    for (const [index, field] of fields.entries()) {
      const [, id] = /:100\d{3} \d{6} ([0-9a-f]{40,64}) /.exec(field) ?? [];
      const path = fields[index + 1] ?? '';
      if (id !== undefined && this.#isFile(path)) before.set(path, { id });
    }
    return { files, damaged, before };
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
    return (await this.#local('fast-import', ['--quiet', '--done', '--force'], input)).trim();
  }

  #accept(commit: string, changes: readonly BranchChange[]): void {
    const files = new Map(this.#files);
    for (const change of changes)
      if ('bytes' in change)
        files.set(change.name, { id: this.idOf(change.bytes), size: change.bytes.length, isFile: true });
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

  /** Runs what needs no remote. */
  async #local(command: OwnCommand, args: readonly string[], input?: Uint8Array): Promise<string> {
    const { code, error, output } = await this.#run(command, args, input);
    if (code !== 0) throw temporaryFolderError(error);
    return output;
  }

  /** To Git, a web page looks like a repository without branches: only a repository answers in packets. */
  async #hasNoBranch(): Promise<boolean> {
    const { output, error } = await this.#trace();
    const isPacket = (line: string) => line.includes('packet: ') && line.includes('< ');
    return output === '' && error.split('\n').some(isPacket);
  }

  /** Asks for the branch, and traces what the remote answers: Git's messages don't say. The trace may contain a credential. */
  #trace() {
    const traces = { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1', GIT_TRACE_PACKET: '1' };
    return this.#run('ls-remote', [remoteName, branch], undefined, traces);
  }

  async #run(command: OwnCommand, args: readonly string[], input?: Uint8Array, more: NodeJS.ProcessEnv = {}) {
    if (!this.#git) throw new Error('There is no repository yet.');
    const git = { ...this.#git, variables: { ...this.#git.variables, ...more } };
    const time = /^(?:fetch|push|ls-remote)$/.test(command) ? this.#patience.time : maxLocal;
    const end = await runOwnGit(git, command, args, time, input);
    if (diskTrouble.test(end.error)) throw temporaryFolderError(end.error);
    return end;
  }
}
