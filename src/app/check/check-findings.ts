import type { ListedValue } from '../../inference/columns/column-profiles.ts';
import type { TextLayout } from '../../inference/data-format.ts';
import type { DataFile, ReadFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { describeFinding } from '../messages/check-finding.ts';
import { describeInferenceFailure } from '../messages/inference-failure.ts';
import {
  type CheckFinding,
  type ListedFinding,
  type TableFinding,
  unreadableFinding,
} from './check-table.ts';

/** The findings of one file, in their order. */
export interface FileFindings {
  readonly file: string;
  /** The file of each may be another one, with an equal finding. */
  readonly findings: CheckFinding[];
  /** For findings about values that were read, what lists these values. */
  readonly listed: Map<CheckFinding, ListedFinding>;
  /** How it was read, by the choices for all files that were read with it. */
  readonly reading?: ReadingChoices | undefined;
  /** Where its tables are in the text, by the names of tables in findings. */
  layouts?: ReadonlyMap<string, TextLayout>;
}

/** The findings of files. Those that are equal in several files are kept once: a series of files has the same for each. */
export class CheckFindings implements Iterable<CheckFinding> {
  readonly files: FileFindings[] = [];
  /** The last one of each message. */
  readonly #kept = new Map<string, CheckFinding>();

  get length(): number {
    return this.files.reduce((sum, { findings }) => sum + findings.length, 0);
  }

  /** Adds the finding about something that was not read, before all others. */
  addUnreadable(finding: CheckFinding): void {
    this.files.unshift({ file: finding.file, findings: [finding], listed: new Map() });
  }

  /** The place for the findings of a file, after those of the files before it. */
  addFile(file: string, reading?: ReadingChoices): FileFindings {
    const added = { file, findings: [], listed: new Map(), reading };
    this.files.push(added);
    return added;
  }

  add({ findings, listed: lists }: FileFindings, { listed, ...finding }: TableFinding): void {
    const known = this.#kept.get(finding.message);
    const isKnown = known !== undefined && areEqual(known, finding);
    // Equal findings of two tables of a file each have a column to list.
    const kept = isKnown && !lists.has(known) ? known : finding;
    this.#kept.set(finding.message, kept);
    findings.push(kept);
    if (listed !== undefined) lists.set(kept, listed);
  }

  *[Symbol.iterator](): Iterator<CheckFinding> {
    for (const { file, findings } of this.files) for (const finding of findings) yield { ...finding, file };
  }

  /** How many files have each finding. */
  get fileCounts(): ReadonlyMap<CheckFinding, number> {
    const counts = new Map<CheckFinding, number>();
    for (const { findings } of this.files)
      for (const finding of new Set(findings)) counts.set(finding, (counts.get(finding) ?? 0) + 1);
    return counts;
  }
}

/** Whether findings differ in nothing but their files. */
function areEqual(finding: CheckFinding, other: CheckFinding): boolean {
  return (Object.keys(finding) as (keyof CheckFinding)[]).every(
    (key) => key === 'file' || finding[key] === other[key],
  );
}

/**
 * A finding for each value of a file that doesn't fit, in the order in which the file has them. Which values these are is
 * known only after a file was read, so it is read again. Ends early if it is cancelled.
 */
export async function* listUnfitValues(
  file: DataFile,
  { listed, reading: chosen }: FileFindings,
  options: Pick<ReadFilesOptions, 'signal' | 'onProgress'>,
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
    reading: chosen,
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
