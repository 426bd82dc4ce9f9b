import type { Change } from '../comparison/change.ts';
import { compareVersions, type Version } from '../comparison/compare-versions.ts';
import { formatOf } from '../dataset/dataset.ts';
import {
  type Content,
  describeUnreadVersions,
  type FileChange,
  type RevisionComparison,
} from './revision-comparison.ts';

/** What changed in a dataset file. Paths are from the root, with slashes. */
export interface DatasetFileChanges {
  /** The path now; of a deleted file, before. */
  readonly file: string;
  /** The path before; `null` for an added file. */
  readonly oldFile: string | null;
  readonly status: FileChange['status'] | 'unreadable';
  /** None of an unreadable file. */
  readonly changes: readonly Change[];
  /** Of an unreadable file: why, and what to do, in sentences. */
  readonly message?: string;
  /** The new version; absent for a deleted or unreadable file. */
  readonly after?: Version;
}

/** The changes of the datasets in each file that has some, sorted by file. */
export async function* datasetChanges(comparison: RevisionComparison): AsyncGenerator<DatasetFileChanges> {
  for await (const change of comparison.changes()) {
    const result = await compare(change);
    if (result.status === 'unreadable' || result.changes.length > 0) yield result;
  }
}

async function compare(change: FileChange): Promise<DatasetFileChanges> {
  const { file, oldFile, status, before, after } = change;
  const unreadable = (message: string): DatasetFileChanges => ({
    file,
    oldFile,
    status: 'unreadable',
    changes: [],
    message,
  });
  const reason = describeUnreadVersions(change);
  if (reason !== undefined) return unreadable(reason);
  const now = versionOf(file, after);
  const compared = await compareVersions(versionOf(oldFile ?? file, before), now);
  if (compared.ok) return { file, oldFile, status, changes: compared.value, ...(now && { after: now }) };
  const { kind, problem } = compared.failure;
  const { line, character } = problem.range.start;
  const version = kind === 'before' ? 'The earlier version' : 'The file';
  return unreadable(
    `${version} can't be parsed. Line ${line + 1}, column ${character + 1}: ${problem.message}`,
  );
}

function versionOf(file: string, content: Content | undefined): Version | undefined {
  return content?.ok ? { content: content.value, format: formatOf(file) ?? 'unknown' } : undefined;
}
