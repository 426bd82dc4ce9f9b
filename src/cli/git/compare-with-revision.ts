import { findBaseCommit } from '../../git/base-commit.ts';
import { listCommittedFiles, listWorkingFiles } from '../../git/list-files.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { type RevisionComparison, revisionComparison } from '../../git/revision-comparison.ts';
import { workingTree } from '../../git/working-tree.ts';
import { type Result, success } from '../../result.ts';
import { reportExcluded } from '../input/named-files.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { FileVersions } from './earlier-projects.ts';
import { selectFiles } from './select-files.ts';

/** What is compared. */
export interface RevisionArguments {
  readonly against: string;
  /** Whether `against` itself is compared, not its merge base with HEAD. */
  readonly exact: boolean;
  /** Files, folders, and globs; none are all dataset files below the current folder. */
  readonly positionals: readonly string[];
  /** Whether also deleted files can be named. Then files are left out that their projects exclude, unless they are named. */
  readonly isOfBothVersions: boolean;
}

/** Also all files of both versions. */
export type ComparedVersions = RevisionComparison & FileVersions & { readonly repository: Repository };

/** Compares files with what they are at a revision. A failure is what happened and what to do, in sentences. */
export async function compareWithRevision(
  { against, exact, positionals, isOfBothVersions }: RevisionArguments,
  terminal: Terminal,
): Promise<Result<ComparedVersions, string>> {
  if (against === '') throw new UsageError('--against takes a revision, such as origin/main.');
  const opened = await openRepository(process.cwd());
  if (!opened.ok) return opened;
  const repository = opened.value;
  const base = await findBaseCommit(repository, against, exact);
  if (!base.ok) return base;
  const committed = await listCommittedFiles(repository, base.value);
  if (!committed.ok) return committed;
  const tree = workingTree(repository);
  const working = await listWorkingFiles(repository, (file) => tree.has(file));
  if (!working.ok) return working;

  const [before, after] = [committed.value, working.value];
  const known = new Set([...(isOfBothVersions ? before.keys() : []), ...after.keys()]);
  const where = isOfBothVersions
    ? 'Neither the revision nor the working tree has a'
    : 'The working tree has no';
  const { files, listed } = await selectFiles(positionals, repository.root, known, where, terminal);
  const selected = new Set(files);
  if (isOfBothVersions) {
    // Loaded here: others judge files by their projects themselves.
    const { excludedFiles } = await import('./excluded-files.ts');
    const excluded = await excludedFiles(listed, repository, before, after, terminal);
    reportExcluded([...excluded], terminal);
    for (const file of excluded) selected.delete(file);
  }
  const comparison = revisionComparison({ repository, tree, before, after, selected });
  return success({ ...comparison, repository, before, after });
}
