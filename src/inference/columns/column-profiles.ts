import type { ExpectedColumn } from '../source.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { quotedText } from '../values/values.ts';
import { ColumnProfile, type FirstOfKind, type LineCount } from './column-profile.ts';
import { countedKinds, type ListedColumn } from './unfit-values.ts';

export interface ListedValue {
  /** The position of its column. */
  readonly position: number;
  readonly row: number;
  readonly line: number | undefined;
  readonly value: string;
}

/** Makes the profiles of the columns of one file. */
export class ColumnProfiles {
  /** Which kinds of values to count in a column, by its name in the file. */
  readonly counted: (name: string) => number;
  readonly #nulls: NullTexts;
  readonly #listed: ReadonlyMap<number, ListedColumn>;
  readonly #onValue: (value: ListedValue) => void;
  #count = 0;

  constructor(
    nulls: NullTexts,
    expected: readonly ExpectedColumn[] = [],
    listed: readonly ListedColumn[] = [],
    onValue: (value: ListedValue) => void = () => undefined,
  ) {
    this.#nulls = nulls;
    this.counted = countedKinds(expected);
    this.#listed = new Map(listed.map((column) => [column.position, column]));
    this.#onValue = onValue;
  }

  add(counted: number, lines?: LineCount): ColumnProfile {
    const position = this.#count++;
    const listed = this.#listed.get(position);
    if (listed === undefined) return new ColumnProfile(this.#nulls, { counted, lines, position });
    const { kinds, encoding } = listed;
    const list = ({ row, line, value }: FirstOfKind) =>
      this.#onValue({ position, row, line, value: quotedText(value, encoding) });
    return new ColumnProfile(this.#nulls, {
      counted: counted | kinds,
      lines,
      position,
      listed: { kinds, list },
    });
  }
}
