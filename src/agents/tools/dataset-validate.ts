import { type ValidatedDocument, validateDataset, validateDatasets } from '../../app/validate-datasets.ts';
import { syntaxProblem } from '../../dataset/problem.ts';
import { failure } from '../../result.ts';
import type { inputSchemas } from '../definitions.ts';
import { findAmbiguity, readOneDocument, versionOf } from '../document-input.ts';
import {
  describeFileFailure,
  type FileFailure,
  type ToolResult,
  toolFailure,
  toolSuccess,
} from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { jsonSize, maxFiles, maxListedProblems, resultLimits, withLists } from '../limits.ts';
import type { AgentDocument, AgentPorts, OnProgress } from '../ports.ts';
import {
  countProblems,
  describeProblem,
  isWhole,
  type ProblemCounts,
  type ProblemList,
  reportProblems,
  withinBytes,
} from '../problem-report.ts';

type Ports = Pick<AgentPorts, 'documents' | 'checks'>;

/** `dataset_validate`. */
export async function datasetValidate(
  input: InputOf<typeof inputSchemas.dataset_validate>,
  ports: Ports,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ToolResult> {
  const ambiguity = findAmbiguity(input, ['file', 'files', 'text']);
  if (ambiguity) return toolFailure(ambiguity);
  if (input.files !== undefined) return validateFiles(input.files, ports, signal, onProgress);
  const document = await readOneDocument(input, ports.documents);
  if (!document.ok) return toolFailure(document.failure);
  if (document.value.isExcluded) return toolFailure({ kind: 'excluded', file: document.value.file });
  const validated = await validateDataset(document.value, ports.checks);
  const { head, list } = await reportOf(document.value, validated, ports);
  return toolSuccess(withinBytes(head, 'problems', list, resultLimits.default));
}

async function reportOf(
  document: AgentDocument,
  { valid, problems, text }: ValidatedDocument,
  { checks }: Ports,
) {
  return {
    head: { version: await versionOf(document.content), valid, counts: countProblems(problems) },
    list: await reportProblems(problems, text, document, checks),
  };
}

async function validateFiles(
  patterns: readonly string[],
  ports: Ports,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ToolResult> {
  const found = await ports.documents.find(patterns);
  if (!found.ok) return toolFailure(found.failure);
  const { files, unreadable } = found.value;
  const reports: FileReport[] = unreadable.map(({ file, details }) =>
    unreadableReport(file, { kind: 'unreadable', file, details }),
  );
  const readable = files.slice(0, maxFiles);
  let started = 0;
  const excluded: string[] = [];
  await validateDatasets<string, AgentDocument, FileFailure>(readable, {
    read: async (file) => {
      onProgress?.({ part: started++ / readable.length });
      const document = await ports.documents.read(file);
      return document.ok && document.value.isExcluded ? failure({ kind: 'excluded', file }) : document;
    },
    checks: ports.checks,
    signal,
    onResult: async (file, result) => {
      if (!result.ok && result.failure.kind === 'excluded') excluded.push(file);
      else if (!result.ok) reports.push(unreadableReport(file, result.failure));
      else {
        const { head, list } = await reportOf(result.value.document, result.value, ports);
        reports.push({ head: { file, ...head }, list });
      }
    },
  });
  if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });
  const fileCount = files.length + unreadable.length - excluded.length;
  return toolSuccess({
    ...fitFileReports(reports, fileCount, resultLimits.default),
    ...describeExcluded(excluded),
  });
}

/** Further excluded files are not listed. */
const maxExcluded = 10;

/** What was not validated is named. */
function describeExcluded(files: readonly string[]): Readonly<Record<string, unknown>> {
  const details = (file: string) => describeFileFailure({ kind: 'excluded', file });
  const skipped = files.slice(0, maxExcluded).map((file) => ({ file, details: details(file) }));
  return skipped.length > 0 ? { skipped } : {};
}

/** A file that can't be read has a problem that says why, like on the command line. */
function unreadableReport(file: string, failure: FileFailure): FileReport {
  const problem = syntaxProblem(describeFileFailure(failure));
  return {
    head: { file, version: null, valid: false, counts: countProblems([problem]) },
    list: { reports: [{ ...describeProblem(problem), fixes: [] }], total: 1, hasTitles: true },
  };
}

/** The check of one of several files. */
interface FileReport {
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
 * The reports within `bytes` of JSON. If they don't fit, files with errors come first, then files with other problems, each with as
 * many of its first problems as fit for all. `fileCount`: how many files were found, checked or not.
 */
function fitFileReports(
  reports: readonly FileReport[],
  fileCount: number,
  bytes: number,
): Readonly<Record<string, unknown>> {
  const isComplete = reports.length === fileCount && reports.every(({ list }) => isWhole(list));
  const everything = { documents: withFirst(maxListedProblems, reports) };
  if (isComplete && jsonSize(everything) <= bytes) return everything;
  const invalid = reports.filter(({ head }) => !head.valid).length;
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${fileCount} files are shown, and not all of their problems and fixes. Files checked: ${reports.length}, not valid: ${invalid}. For the rest, call dataset_validate with fewer \`files\`, or with one \`file\`.`;
  const urgency = ({ head, list }: FileReport) => (head.valid ? Number(list.total === 0) : -1);
  const byUrgency = reports.toSorted((a, b) => urgency(a) - urgency(b));
  for (const count of [maxListedProblems, 10, 3, 1]) {
    const shown = { documents: withFirst(count, byUrgency), truncated: truncated(reports.length) };
    if (jsonSize(shown) <= bytes) return shown;
  }
  return withLists({}, { documents: withFirst(0, byUrgency) }, truncated, { bytes, isWhole: false });
}

/** Reports with the first problems of each file. */
function withFirst(count: number, reports: readonly FileReport[]) {
  return reports.map(({ head, list }) => ({ ...head, problems: list.reports.slice(0, count) }));
}
