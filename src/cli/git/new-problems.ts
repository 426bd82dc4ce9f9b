import * as paths from 'node:path';
import { validateDataset } from '../../app/validate-datasets.ts';
import type { Problem } from '../../dataset/problem.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { BlobReader } from '../../git/blob-reader.ts';
import { describeUnreadVersions, type FileChange } from '../../git/revision-comparison.ts';
import { withSlashes } from '../file-paths.ts';
import { CheckedFiles } from '../input/check-files.ts';
import { requireDatasetName } from '../input/read-input.ts';
import type { ComparedVersions } from './compare-with-revision.ts';
import { earlierProjects } from './earlier-projects.ts';
import { WeakenedChecks } from './weakened-checks.ts';

/**
 * Checks files by their rules, or stricter ones of the revision, and leaves out the problems that it has by the same rules. Paths are
 * from the root. `onChecked` gets how many changed files are done.
 */
export async function findNewProblems(
  comparison: ComparedVersions,
  onChecked: (count: number) => void,
): Promise<CheckedFiles> {
  const { root } = comparison;
  const checked = new CheckedFiles((file) => withSlashes(paths.relative(root, paths.resolve(file)), paths));
  const blobs = new BlobReader(comparison.repository);
  const rules = new Map<string, RuleSettings>();
  try {
    const earlier = earlierProjects(comparison, blobs);
    const weakened = new WeakenedChecks(root, (problem) => checked.problems.push(problem));
    // Also for files that are as they were: no file passes without a look at what says how it is checked.
    for (const file of comparison.files) {
      const path = withSlashes(paths.join(root, file), paths);
      const now = await checked.judge(path);
      const stricter = weakened.stricter(file, await earlier.judge(path), now);
      if (stricter !== undefined) rules.set(file, stricter);
      else if (now.kind === 'excluded') checked.excluded.add(file);
    }
  } finally {
    blobs.close();
  }
  let count = 0;
  for await (const { file, oldFile, before, after } of comparison.changes()) {
    onChecked(++count);
    // A deleted file has no problems.
    if (after === undefined) continue;
    const settings = rules.get(file);
    if (settings === undefined) continue;
    const reason = describeUnreadVersions({ before, after });
    if (reason !== undefined) {
      checked.addUnreadable(file, reason);
      continue;
    }
    const problemsOf = async (content: FileChange['after'], path: string) => {
      if (!content?.ok) return [];
      const document = { content: content.value, format: requireDatasetName(path), settings };
      return (await validateDataset(document)).problems;
    };
    const known = await problemsOf(before, oldFile ?? file);
    checked.add(file, withoutKnown(await problemsOf(after, file), known));
  }
  return checked;
}

/**
 * The problems that are not among the known ones, by rule and message: where they are doesn't matter, so that lines can move. Of
 * equal ones, the last are new.
 */
function withoutKnown(problems: readonly Problem[], known: readonly Problem[]): readonly Problem[] {
  const identify = ({ code, message }: Problem) => JSON.stringify([code, message]);
  const counts = new Map<string, number>();
  for (const problem of known) counts.set(identify(problem), (counts.get(identify(problem)) ?? 0) + 1);
  return problems.filter((problem) => {
    const left = counts.get(identify(problem)) ?? 0;
    counts.set(identify(problem), left - 1);
    return left <= 0;
  });
}
