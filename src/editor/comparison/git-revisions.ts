import { extensions, Uri } from 'vscode';

/** The parts used of the API of VS Code's Git extension (`vscode.git`, version 1). */
interface GitApi {
  getRepository(uri: Uri): GitRepository | null;
  getRepositoryRoot(uri: Uri): Promise<Uri | null>;
  openRepository(root: Uri): Promise<GitRepository | null>;
}

interface GitRepository {
  log(options: { readonly maxEntries: number; readonly path: string }): Promise<readonly GitCommit[]>;
  show(ref: string, path: string): Promise<string>;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
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
          /** The file's text at a revision, such as `main` or a hash; undefined if there is none. */
          textAt: (ref: string) => repository.show(ref, path).catch(() => undefined),
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
