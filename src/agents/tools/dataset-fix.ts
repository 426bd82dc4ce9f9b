import { changesOfFile, fixDataset } from '../../app/fix-dataset.ts';
import { validateDataset } from '../../app/validate-datasets.ts';
import { type UnifiedDiff, unifiedDiff } from '../../dataset/edits/unified-diff.ts';
import type { inputSchemas } from '../definitions.ts';
import { findAmbiguity, readOneDocument, versionOf } from '../document-input.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { jsonSize, resultLimits } from '../limits.ts';
import type { AgentDocument, AgentPorts } from '../ports.ts';
import { reportProblems, withinBytes } from '../problem-report.ts';

/** The space for problems that remain, in bytes of JSON. The rest is for the diff. */
const maxRemaining = 8 * 1024;

/** `dataset_fix`. */
export async function datasetFix<Document extends AgentDocument>(
  input: InputOf<typeof inputSchemas.dataset_fix>,
  { documents, checks }: Pick<AgentPorts<Document>, 'documents' | 'checks'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const ambiguity = findAmbiguity(input, ['file', 'text']);
  if (ambiguity) return toolFailure(ambiguity);
  const isFile = input.file !== undefined;
  const reading = await readOneDocument(input, documents);
  if (!reading.ok) return toolFailure(reading.failure);
  const document = reading.value;
  const version = await versionOf(document.content);
  const fixing = await fixDataset(document, checks);
  if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });

  const isApplied = isFile && documents.applyEdits !== undefined;
  if (isFile && documents.applyEdits && fixing && fixing.edits.length > 0) {
    // Only a document that the port itself has read gets here.
    const applied = await documents.applyEdits(document as Document, fixing.edits);
    if (!applied) return toolFailure({ kind: 'edit-refused', file: document.file });
  }
  // An editor keeps the byte order mark of its file.
  const fixed = fixing && (isApplied ? fixing.mark : '') + fixing.fixed;
  const content = fixed === undefined ? document.content : new TextEncoder().encode(fixed);
  const left = await validateDataset({ ...document, content }, checks);
  const list = await reportProblems(left.problems, left.text, document, checks);
  const rest = withinBytes({}, 'remaining', list, maxRemaining);
  const changes = !fixing || isApplied ? fixing : changesOfFile(fixing);
  const all = unifiedDiff(document.file, changes?.text ?? '', changes?.edits ?? []);
  const diff = fitDiff(all, resultLimits.long - maxRemaining - 1024, isApplied);
  return toolSuccess({
    version,
    diff: diff.text,
    ...rest,
    ...(diff.truncated && {
      truncated: [diff.truncated, rest.truncated].filter((part) => part !== undefined).join(' '),
    }),
  });
}

/** All changes, or at least half as many from the start as fit into `bytes` of JSON. */
function fitDiff(
  diff: UnifiedDiff,
  bytes: number,
  isApplied: boolean,
): { readonly text: string; readonly truncated?: string } {
  const { changeCount } = diff;
  let fits = changeCount;
  while (jsonSize(diff.of(fits)) > bytes) fits >>= 1;
  const text = diff.of(fits);
  if (fits === changeCount) return { text };
  const shown = `Truncated: the diff contains ${fits} of ${changeCount} changes.`;
  if (isApplied) return { text, truncated: `${shown} All of them are made in the editor: read them there.` };
  return fits === 0
    ? {
        text,
        truncated: `${shown} The lines are too long. Write each property on its own line, then call dataset_fix again.`,
      }
    : { text, truncated: `${shown} Apply them, then call dataset_fix again for the rest.` };
}
