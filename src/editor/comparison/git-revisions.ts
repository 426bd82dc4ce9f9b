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

/** The Git revisions of one file. */
export class GitRevisions {
  readonly #repository: GitRepository;
  readonly #path: string;

  private constructor(repository: GitRepository, path: string) {
    this.#repository = repository;
    this.#path = path;
  }

  /** Undefined if the file isn't in a Git repository, or the Git extension is missing or off. */
  static async of(uri: Uri): Promise<GitRevisions | undefined> {
    const git = uri.scheme === 'file' ? extensions.getExtension('vscode.git') : undefined;
    if (!git) return undefined;
    try {
      // `getAPI` is a method of what the extension exports, and needs it as `this`.
      const api: GitApi = (await git.activate()).getAPI(1);
      const repository = api.getRepository(uri) ?? (await openRepository(api, uri));
      return repository ? new GitRevisions(repository, uri.fsPath) : undefined;
    } catch {
      // The extension throws while `git.enabled` is off.
      return undefined;
    }
  }

  /** The last commits that changed the file, newest first. */
  async commits(): Promise<readonly GitCommit[]> {
    try {
      return await this.#repository.log({ maxEntries: maxCommits, path: this.#path });
    } catch {
      return [];
    }
  }

  /** The file's text at a revision, such as `main` or a hash; undefined if there is none. */
  async textAt(ref: string): Promise<string | undefined> {
    try {
      return await this.#repository.show(ref, this.#path);
    } catch {
      return undefined;
    }
  }
}

/** The Git extension opens only the repositories near the workspace folders by itself. */
async function openRepository(api: GitApi, uri: Uri): Promise<GitRepository | null> {
  // The extension runs Git in this folder.
  const root = await api.getRepositoryRoot(Uri.joinPath(uri, '..'));
  return root && (await api.openRepository(root));
}
