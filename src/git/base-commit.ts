import { failure, type Result, success } from '../result.ts';
import { plainText } from '../text/plain-text.ts';
import { askGit } from './git.ts';
import { describeGitFailure, type Repository } from './repository.ts';

/**
 * The ID of the commit that a revision stands for: its merge base with HEAD, which is what a pull request starts from; the revision
 * itself if it is `exact` or has none. Undefined if there is nothing to compare with, so that everything is new. A failure is
 * what happened and what to do, in sentences.
 */
export async function findBaseCommit(
  repository: Repository,
  revision: string,
  exact: boolean,
): Promise<Result<string | undefined, string>> {
  // What pipelines call the state before the first commit of a branch.
  if (/^(?:0{40}|0{64})$/.test(revision)) return success(undefined);
  const commit = await findCommit(repository, revision);
  if (!commit.ok) return commit;
  const head = await findCommit(repository, 'HEAD');
  if (commit.value === undefined)
    return failure(describeUnknown(revision, repository, head.ok && head.value !== undefined));
  // A branch may have no commit yet.
  if (exact || !head.ok || head.value === undefined) return commit;
  const { code, output, error } = await askGit(repository, 'merge-base', [commit.value, head.value]);
  const id = idIn(output);
  if (code === 0 && id !== undefined) return success(id);
  if (code !== 1) return failure(describeGitFailure(error));
  if (!repository.isShallow) return commit;
  return failure(
    `This shallow clone does not have the merge base of ${plainText(revision)} and HEAD. Fetch all commits: "git fetch --unshallow", or in GitHub Actions, actions/checkout with fetch-depth: 0. Or compare with the revision itself: --exact.`,
  );
}

async function findCommit(
  repository: Repository,
  revision: string,
): Promise<Result<string | undefined, string>> {
  // An option: no name of a revision begins with a dash.
  if (revision.startsWith('-')) return success(undefined);
  const { code, output, error } = await askGit(repository, 'rev-parse', [
    '--verify',
    '--quiet',
    `${revision}^{commit}`,
  ]);
  return code === null ? failure(describeGitFailure(error)) : success(idIn(output));
}

function idIn(output: string): string | undefined {
  const line = output.trim();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : undefined;
}

function describeUnknown(revision: string, { isShallow }: Repository, hasCommits: boolean): string {
  const shallow = isShallow
    ? ' This clone is shallow: in GitHub Actions, use actions/checkout with fetch-depth: 0.'
    : '';
  const [, branch] = /^(?:refs\/remotes\/)?origin\/([\w./-]+)$/.exec(revision) ?? [];
  if (branch === undefined && !hasCommits)
    return 'The repository has no commit yet, so there is nothing to compare with. Make the first commit.';
  const advice =
    branch === undefined
      ? 'Check its name: "git branch --all" lists the branches, and "git tag" the tags.'
      : `Fetch it first: "git fetch origin ${branch}".`;
  return `The repository has no revision ${plainText(revision, 100)}. ${advice}${shallow}`;
}
