import * as paths from 'node:path';
import { BlobReader } from '../../git/blob-reader.ts';
import type { CommittedFiles, WorkingFiles } from '../../git/list-files.ts';
import type { Repository } from '../../git/repository.ts';
import { withSlashes } from '../file-paths.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import type { Terminal } from '../terminal.ts';
import { earlierProjects } from './earlier-projects.ts';

/**
 * The files that are excluded by the project file of each version that has them: a change of a project file must not hide that
 * of a dataset. An earlier project file with errors excludes none. Throws a `UsageError` for errors of a present one.
 */
export async function excludedFiles(
  listed: Iterable<string>,
  repository: Repository,
  before: CommittedFiles,
  after: WorkingFiles,
  terminal: Terminal,
): Promise<ReadonlySet<string>> {
  const root = withSlashes(repository.root, paths);
  const blobs = new BlobReader(repository);
  const then = earlierProjects({ root: repository.root, before, after }, blobs);
  const now = ReportedProjects.strict(terminal);
  const excluded = new Set<string>();
  try {
    for (const file of listed) {
      const path = `${root}/${file}`;
      if (after.has(file) && (await now.judge(path)).kind !== 'excluded') continue;
      if (before.has(file) && (await then.judge(path)).kind !== 'excluded') continue;
      excluded.add(file);
    }
  } finally {
    blobs.close();
  }
  return excluded;
}
