import { type ValidatedDocument, validateDataset, validateDatasets } from '../../app/validate-datasets.ts';
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
import { jsonSize, maxFiles, resultLimits, Space } from '../limits.ts';
import type { AgentDocument, AgentPorts, OnProgress } from '../ports.ts';
import {
  countProblems,
  isWhole,
  type ProblemCounts,
  type ProblemList,
  type ProblemReport,
  reportProblems,
  withProblems,
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
  return toolSuccess(withProblems(head, 'problems', list, resultLimits.default));
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
  let excluded = 0;
  await validateDatasets<string, AgentDocument, FileFailure>(readable, {
    read: async (file) => {
      onProgress?.({ part: started++ / readable.length });
      const document = await ports.documents.read(file);
      return document.ok && document.value.isExcluded ? failure({ kind: 'excluded', file }) : document;
    },
    checks: ports.checks,
    signal,
    onResult: async (file, result) => {
      if (!result.ok && result.failure.kind === 'excluded') excluded++;
      else if (!result.ok) reports.push(unreadableReport(file, result.failure));
      else {
        const { head, list } = await reportOf(result.value.document, result.value, ports);
        reports.push({ head: { file, ...head }, list });
      }
    },
  });
  if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });
  return toolSuccess(
    fitFileReports(reports, files.length + unreadable.length - excluded, resultLimits.default),
  );
}

/** A file that can't be read has a problem that says why, like on the command line. */
function unreadableReport(file: string, failure: FileFailure): FileReport {
  const problem: ProblemReport = {
    rule: 'syntax',
    severity: 'error',
    line: 1,
    column: 1,
    message: describeFileFailure(failure),
    fixes: [],
  };
  return {
    head: { file, version: null, valid: false, counts: { error: 1, warning: 0, info: 0, hint: 0 } },
    list: { reports: [problem], total: 1, titled: 1 },
  };
}

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
