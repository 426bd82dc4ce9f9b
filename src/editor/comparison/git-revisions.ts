import { type Event, extensions, Uri, workspace } from 'vscode';
import { failure, type Result, success } from '../../result.ts';

/** The parts used of the API of VS Code's Git extension (`vscode.git`, version 1). */
interface GitApi {
  getRepository(uri: Uri): GitRepository | null;
  getRepositoryRoot(uri: Uri): Promise<Uri | null>;
  openRepository(root: Uri): Promise<GitRepository | null>;
}

interface GitRepository {
  readonly rootUri: Uri;
  readonly state: { readonly onDidChange: Event<void> };
  log(options: { readonly maxEntries: number; readonly path: string }): Promise<readonly GitCommit[]>;
  show(ref: string, path: string): Promise<string>;
  getCommit(ref: string): Promise<GitCommit>;
  getMergeBase(ref: string, other: string): Promise<string | undefined>;
  /** The files of the working tree that differ. */
  diffWith(ref: string): Promise<readonly { readonly originalUri: Uri; readonly renameUri?: Uri }[]>;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
}

/** Where the current branch started. */
export interface BranchBase {
  /** The default branch, such as `origin/main`. */
  readonly branch: string;
  /** The file's text there; undefined if the branch added the file. */
  readonly text: string | undefined;
}

const maxCommits = 50;

export type GitRevisions = NonNullable<Awaited<ReturnType<typeof gitRevisionsOf>>>;

/** The Git revisions of one file. Undefined if it isn't in a Git repository, or the Git extension is missing or off. */
export async function gitRevisionsOf(uri: Uri) {
  const git = uri.scheme === 'file' ? extensions.getExtension('vscode.git') : undefined;
  if (!git) return undefined;
  try {
    // `getAPI` is a method of what the extension exports, and needs it as `this`.
    const api: GitApi = (await git.activate()).getAPI(1);
    const repository = api.getRepository(uri) ?? (await openRepository(api, uri));
    const path = uri.fsPath;
    return repository
      ? {
          /** The last commits that changed the file, newest first. */
          commits: () => repository.log({ maxEntries: maxCommits, path }).catch(() => []),
          /** The file's text at a revision, such as `main` or a hash. */
          textAt: async (ref: string): Promise<Result<string, 'unknown-revision' | 'no-file'>> => {
            const text = await textAt(repository, ref, path);
            if (text !== undefined) return success(text);
            return failure((await exists(repository, ref)) ? 'no-file' : 'unknown-revision');
          },
          /** The file at the merge base of `HEAD` and the default branch; undefined without one. */
          branchBase: () => branchBase(repository, path),
          root: repository.rootUri,
          /** Fires after commits, checkouts, and fetches, among others. */
          onDidChange: repository.state.onDidChange,
        }
      : undefined;
  } catch {
    // The extension throws while `git.enabled` is off.
    return undefined;
  }
}

/** The Git extension opens only the repositories near the workspace folders by itself. */
async function openRepository(api: GitApi, uri: Uri): Promise<GitRepository | null> {
  // The extension runs Git in this folder.
  const root = await api.getRepositoryRoot(Uri.joinPath(uri, '..'));
  return root && (await api.openRepository(root));
}

function textAt(repository: GitRepository, ref: string, path: string): Promise<string | undefined> {
  return repository.show(ref, path).catch(() => undefined);
}

function exists(repository: GitRepository, ref: string): Promise<boolean> {
  return repository.getCommit(ref).then(
    () => true,
    () => false,
  );
}

const originHead = 'refs/remotes/origin/HEAD';

async function branchBase(repository: GitRepository, path: string): Promise<BranchBase | undefined> {
  for (const ref of [originHead, 'refs/heads/main', 'refs/heads/master']) {
    if (!(await exists(repository, ref))) continue;
    const base = await repository.getMergeBase(ref, 'HEAD').catch(() => undefined);
    if (!base) return undefined;
    const changed = await repository.diffWith(base).catch(() => []);
    const renamed = changed.find(({ renameUri }) => renameUri?.fsPath === path);
    const text = await textAt(repository, base, renamed?.originalUri.fsPath ?? path);
    return { branch: await branchName(repository, ref), text };
  }
  return undefined;
}

/** The short name of a branch; of `origin/HEAD`, of the branch that it stands for, unless that is stored elsewhere. */
async function branchName({ rootUri }: GitRepository, ref: string): Promise<string> {
  const file = Uri.joinPath(rootUri, '.git', ref);
  const content =
    ref === originHead
      ? await workspace.fs.readFile(file).then(
          (bytes) => new TextDecoder().decode(bytes),
          () => '',
        )
      : '';
  const [, target = ref] = /^ref: (refs\/remotes\/\S+)\s*$/.exec(content) ?? [];
  return target.replace(/^refs\/(?:heads|remotes)\//, '');
}
