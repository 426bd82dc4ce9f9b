import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import { onEnd } from '../system/on-end.ts';
import { programEnvironment } from '../system/program-environment.ts';

/** The only commands of Git that run no program that the configuration of a repository names. Never `ls-files -m`, which filters. */
type GitCommand = 'rev-parse' | 'merge-base' | 'ls-tree' | 'ls-files' | 'cat-file' | 'config' | 'version';

/** Only in a repository of our own: they run hooks, and connect to remotes. */
export type OwnCommand = GitCommand | 'init' | 'fetch' | 'fast-import' | 'log' | 'push' | 'ls-remote';

export type GitProcess = ChildProcessWithoutNullStreams;

/** Git in a folder of a repository. */
export interface Git {
  /** Absolute. */
  readonly program: string;
  /** Absolute; of a repository, its root, with symbolic links resolved. */
  readonly root: string;
}

/** Git in a repository that nobody else has configured (`own-repository.ts`). */
export interface OwnGit extends Git {
  /** Where the repository is, its configuration, and what transports need. */
  readonly variables: NodeJS.ProcessEnv;
}

export interface GitEnd {
  /** `null` if it was ended, or could not be started. */
  readonly code: number | null;
  /** The beginning of what it printed as errors. In English. */
  readonly error: string;
}

/** What overrides the configuration of a repository, which can name programs and other repositories. */
const options = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'];

const variables = {
  // Nothing in the repository is changed, not even its index.
  GIT_OPTIONAL_LOCKS: '0',
  // Objects that a partial clone lacks are not fetched: a transport can be any program. Git before 2.45 knows only the second.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  // What a commit contains is what its ID says, not what somebody put in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  LC_ALL: 'C',
};

/** In milliseconds. Git reads pipes that are named like its own files, and would wait for them forever. */
export const timeout = 300_000;
/** In characters. */
const maxError = 64 * 1024;

/** Starts Git. The arguments are those of this program, or names and IDs that can't be options. */
export function startGit(git: Git, command: GitCommand, args: readonly string[], time?: number): GitProcess {
  return start(git, command, args, time);
}

function start(
  { program, root, ...own }: Git | OwnGit,
  command: OwnCommand,
  args: readonly string[],
  time: number | undefined,
): GitProcess {
  const ownVariables = 'variables' in own ? own.variables : {};
  const PATH = programFolders().join(delimiter);
  return startEndingWithThisProcess(() =>
    spawn(program, [...options, command, ...args], {
      cwd: root,
      env: programEnvironment(process.env, { ...userConfiguration(), ...variables, ...ownVariables, PATH }),
      windowsHide: true,
      ...(time === undefined ? {} : { timeout: time, killSignal: 'SIGKILL' }),
    }),
  );
}

/** The absolute folders of `PATH`: in a relative one, such as `.`, a repository could have a program. */
export function programFolders(): readonly string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
}

/**
 * Starts a program that ends when this one ends, also by a signal: reading a pipe, it would wait for ever. The signals are
 * listened to before it starts: one that came between would end this process alone.
 */
function startEndingWithThisProcess(start: () => GitProcess): GitProcess {
  let running: GitProcess | undefined;
  const forget = onEnd(() => void running?.kill('SIGKILL'));
  running = start();
  running.once('close', forget);
  return running;
}

/** Runs Git to its end. `onOutput` gets its output in parts. */
export function runGit(
  git: Git,
  command: GitCommand,
  args: readonly string[],
  onOutput: (part: Buffer) => void,
): Promise<GitEnd> {
  return ended(startGit(git, command, args, timeout), onOutput);
}

function ended(running: GitProcess, onOutput: (part: Buffer) => void, input?: Uint8Array): Promise<GitEnd> {
  // What it started may hold its pipes for as long as it likes.
  running.once('exit', (_code, signal) => {
    if (signal === null) return;
    running.stdout.destroy();
    running.stderr.destroy();
  });
  let error = '';
  running.stdin.on('error', () => undefined).end(input);
  running.stdout.on('data', onOutput);
  running.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (error.length < maxError) error += part;
  });
  return new Promise((resolve) => {
    running.once('error', ({ message }) => resolve({ code: null, error: message }));
    running.once('close', (code) => resolve({ code, error: error.slice(0, maxError) }));
  });
}

/** Runs Git in a repository of our own, for at most `time` milliseconds. */
export function runOwnGit(
  git: OwnGit,
  command: OwnCommand,
  args: readonly string[],
  time: number,
  input?: Uint8Array,
): Promise<GitEnd & { readonly output: string }> {
  return withOutput(start(git, command, args, time), input);
}

/** Runs Git for an output of a few lines. */
export function askGit(git: Git, command: GitCommand, args: readonly string[]) {
  return withOutput(startGit(git, command, args, timeout));
}

async function withOutput(running: GitProcess, input?: Uint8Array) {
  const parts: Buffer[] = [];
  const end = await ended(running, (part) => parts.push(part), input);
  return { ...end, output: Buffer.concat(parts).toString() };
}

/** The user's own configuration, which says which folders are trusted. */
function userConfiguration(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:XDG_CONFIG_HOME|GIT_CONFIG_.+)$/.test(name)),
  );
}
