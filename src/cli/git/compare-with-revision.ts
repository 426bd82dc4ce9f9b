import { type Result, success } from '../../result.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { findBaseCommit } from './base-commit.ts';
import { listCommittedFiles, listWorkingFiles } from './list-files.ts';
import { openRepository } from './repository.ts';
import { RevisionComparison } from './revision-comparison.ts';
import { selectFiles } from './select-files.ts';
import { WorkingTree } from './working-tree.ts';

/**
 * Compares the files that arguments name, or all dataset files below the current folder, with what they are at the merge base of
 * a revision and HEAD, or at the revision itself if it is `exact`. A failure is what happened and what to do, in sentences.
 */
export async function compareWithRevision(
  revision: string,
  exact: boolean,
  positionals: readonly string[],
  terminal: Terminal,
): Promise<Result<RevisionComparison, string>> {
  if (revision === '') throw new UsageError('--against takes a revision, such as origin/main.');
  const opened = await openRepository(process.cwd());
  if (!opened.ok) return opened;
  const repository = opened.value;
  const base = await findBaseCommit(repository, revision, exact);
  if (!base.ok) return base;
  const committed = await listCommittedFiles(repository, base.value);
  if (!committed.ok) return committed;
  const working = await listWorkingFiles(repository);
  if (!working.ok) return working;

  const tree = new WorkingTree(repository);
  const present = [...working.value].filter(([file, { id }]) => id !== undefined || tree.has(file));
  const after = new Map(present);
  const known = [...committed.value.keys(), ...after.keys()];
  const selected = await selectFiles(positionals, repository.root, known, terminal);
  return success(new RevisionComparison({ repository, tree, before: committed.value, after, selected }));
}
