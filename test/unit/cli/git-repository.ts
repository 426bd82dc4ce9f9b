import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a temporary folder. */
export class GitRepository {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** An empty one, whose branch is `main`. */
  static make(...options: readonly string[]): GitRepository {
    const repository = new GitRepository(join(mkdtempSync(join(tmpdir(), 'dataset-studio-')), 'repository'));
    runGit(tmpdir(), ['init', '--quiet', '--initial-branch=main', ...options, repository.folder]);
    return repository;
  }

  /** A clone beside it. */
  clone(name: string, ...options: readonly string[]): GitRepository {
    const folder = join(dirname(this.folder), name);
    runGit(dirname(this.folder), ['clone', '--quiet', ...options, `file://${this.folder}`, folder]);
    return new GitRepository(folder);
  }

  /** Another folder with a working tree of its own. */
  beside(name: string): GitRepository {
    return new GitRepository(join(dirname(this.folder), name));
  }

  /** Returns what Git prints, without the line break at its end. */
  git(...args: readonly string[]): string {
    return runGit(this.folder, args);
  }

  /** As `git`, with an input. */
  gitWith(input: string, ...args: readonly string[]): string {
    return runGit(this.folder, args, input);
  }

  async write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, file)), { recursive: true });
      await writeFile(join(this.folder, file), content);
    }
  }

  /** Commits all files, and returns the ID of the commit. */
  async commit(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
    await this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message=changed');
    return this.git('rev-parse', 'HEAD');
  }

  /** With the clones beside it. */
  remove(): void {
    rmSync(dirname(this.folder), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Without the configuration of the machine. */
function runGit(cwd: string, args: readonly string[], input = ''): string {
  const identity = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    '-c',
    'protocol.file.allow=always',
    // A commit would start two more processes of Git.
    '-c',
    'maintenance.auto=false',
    '-c',
    'gc.auto=0',
  ];
  const env = {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  };
  return execFileSync('git', [...identity, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim();
}
