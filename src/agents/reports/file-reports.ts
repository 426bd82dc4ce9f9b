import { jsonSize, Space } from '../limits.ts';
import { isWhole, type ProblemCounts, type ProblemList } from './problem-report.ts';

/** The check of one of several files. */
export interface FileReport {
  readonly head: {
    readonly file: string;
    /** Null if the file can't be read. */
    readonly version: string | null;
    readonly valid: boolean;
    readonly counts: ProblemCounts;
  };
  readonly list: ProblemList;
}

/**
 * The reports in their order, within `bytes` of JSON. If they don't fit, files without problems are left out first, and each
 * listed file gets a share of the space for its problems. `fileCount`: how many files were found, checked or not.
 */
export function fitFileReports(
  reports: readonly FileReport[],
  fileCount: number,
  bytes: number,
): Readonly<Record<string, unknown>> {
  const isComplete = reports.length === fileCount && reports.every(({ list }) => isWhole(list));
  const everything = { documents: reports.map(({ head, list }) => ({ ...head, problems: list.reports })) };
  if (isComplete && jsonSize(everything) <= bytes) return everything;

  const space = new Space(
    bytes - jsonSize({ documents: [], truncated: notShown(reports, reports, fileCount) }),
  );
  const listed = listedReports(reports, space);
  const documents = listed.map((report, index) => {
    const share = Math.floor(space.left / (listed.length - index));
    return { ...headOf(report), problems: space.take(report.list.reports, share) };
  });
  return { documents, truncated: notShown(reports, listed, fileCount) };
}

function headOf({ head }: FileReport) {
  return { ...head, problems: [] };
}

/** If there isn't space for all, files with errors have precedence, then files with other problems. */
function listedReports(reports: readonly FileReport[], space: Space): readonly FileReport[] {
  const byUrgency = [
    ...reports.filter(({ head }) => !head.valid),
    ...reports.filter(({ head, list }) => head.valid && list.total > 0),
    ...reports.filter(({ head, list }) => head.valid && list.total === 0),
  ];
  const count = space.take(byUrgency.map(headOf)).length;
  const chosen = new Set(byUrgency.slice(0, count));
  return reports.filter((report) => chosen.has(report));
}

function notShown(reports: readonly FileReport[], listed: readonly FileReport[], fileCount: number): string {
  const invalid = reports.filter(({ head }) => !head.valid).length;
  return `Truncated: ${listed.length} of ${fileCount} files are shown, and not all of their problems and fixes. Files checked: ${reports.length}, not valid: ${invalid}. For the rest, call dataset_validate with fewer \`files\`, or with one \`file\`.`;
}
