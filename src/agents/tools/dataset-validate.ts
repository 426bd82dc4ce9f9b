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
import { maxFiles, resultLimits } from '../limits.ts';
import type { AgentDocument, AgentPorts, OnProgress } from '../ports.ts';
import { type FileReport, fitFileReports } from '../reports/file-reports.ts';
import {
  countProblems,
  type ProblemReport,
  reportProblems,
  withProblems,
} from '../reports/problem-report.ts';

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
  let begun = 0;
  let excluded = 0;
  await validateDatasets<string, AgentDocument, FileFailure>(readable, {
    read: async (file) => {
      onProgress?.({ part: begun++ / readable.length });
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
