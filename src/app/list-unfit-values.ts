import type { ListedValue } from '../inference/columns/column-profiles.ts';
import type { DataFile, ReadFiles, ReadFilesOptions } from '../inference/infer-sources.ts';
import { unreadableFinding } from './check-data.ts';
import type { FileFindings } from './check-findings.ts';
import type { CheckFinding } from './check-table.ts';
import { describeFinding } from './messages/check-finding.ts';
import { describeInferenceFailure } from './messages/inference-failure.ts';

/**
 * A finding for each value of a file that doesn't fit, in the order in which the file has them. Which values these are is
 * known only after a file was read, so it is read again. `options`: how it was read. Ends early if it is cancelled.
 */
export async function* listUnfitValues(
  file: DataFile,
  { listed }: FileFindings,
  options: Pick<ReadFilesOptions, 'signal' | 'reading' | 'onProgress'>,
  read: ReadFiles,
): AsyncGenerator<CheckFinding> {
  const columns = new Map(
    [...listed].map(([finding, { position, dataType }]) => [
      position,
      { finding, dataType, left: finding.count ?? 0 },
    ]),
  );
  const { readable, writable } = new TransformStream<readonly ListedValue[], readonly ListedValue[]>();
  const writer = writable.getWriter();
  const enough = new AbortController();
  const reading = read([file], {
    ...options,
    signal: AbortSignal.any([options.signal, enough.signal]),
    merge: false,
    listed: [...listed.values()],
    // After the end, nobody wants the values.
    onValues: (values) => writer.write(values).catch(() => undefined),
  });
  const closed = reading.finally(() => writer.close().catch(() => undefined));
  // Awaited below, unless nobody wants the rest.
  closed.catch(() => undefined);
  try {
    for await (const values of readable)
      for (const { position, row, line = null, value } of values) {
        const column = columns.get(position);
        if (column === undefined) continue;
        column.left--;
        const { finding, dataType } = column;
        const facts = { row, line, value, count: 1 };
        const name = finding.column ?? '';
        const message = describeFinding({
          code: 'unfit-value',
          column: name,
          dataType,
          declared: dataType,
          ...facts,
        });
        yield { ...finding, ...facts, file: file.label, message };
      }
  } finally {
    enough.abort();
  }
  const failure = (await closed)?.failures[0]?.failure;
  if (options.signal.aborted) return;
  const isOther = [...columns.values()].some(({ left }) => left !== 0);
  if (failure !== undefined || isOther)
    yield unreadableFinding(file.label, describeInferenceFailure(failure ?? { kind: 'changed' }));
}
