import type { Uri } from 'vscode';
import type { ReadingChoices } from '../../../inference/infer-sources.ts';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';
import type { FilesInEditor, FromDataHost } from '../from-data-host.ts';
import { inferWithProgress } from '../infer-with-progress.ts';
import { type ColumnsQuestion, chooseColumns } from './choose-columns.ts';
import { chooseReading } from './choose-reading.ts';

export interface ReadDataQuestions extends ColumnsQuestion {
  /** Chooses from what the files contain. `undefined` if the user cancels. */
  readonly chooseTables: (inferred: FilesInEditor) => Promise<readonly InferredTable[] | undefined>;
}

export interface DataReading {
  readonly tables: readonly InferredTable[];
  /** The same without the columns that the user deselected, and without tables that have no others. */
  readonly selected: readonly InferredTable[];
}

/** Reads data files and asks which columns to keep; again after the user has changed how. `undefined` if the user cancels. */
export async function readData(
  host: FromDataHost,
  files: readonly Uri[],
  { chooseTables, ...question }: ReadDataQuestions,
): Promise<DataReading | undefined> {
  let reading: ReadingChoices = {};
  for (;;) {
    const inferred = await inferWithProgress(host, files, reading);
    const tables = inferred && (await chooseTables(inferred));
    if (tables === undefined) return undefined;
    const choice = await chooseColumns(tables, question);
    switch (choice.kind) {
      case 'cancelled':
        return undefined;
      case 'chosen':
        return { tables, selected: choice.tables };
      case 'options':
        reading = (await chooseReading(tables, reading)) ?? reading;
    }
  }
}
