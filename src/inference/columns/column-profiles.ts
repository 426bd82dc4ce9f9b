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
    const { kinds = 0 } = this.#listed.get(position) ?? {};
    const onCounted = ({ kind, row, line, value }: FirstOfKind) => {
      if ((kinds & kind) !== 0) this.#onValue({ position, row, line, value: quotedText(value) });
    };
    const options = { counted: counted | kinds, lines, position };
    return new ColumnProfile(this.#nulls, kinds === 0 ? options : { ...options, onCounted });
  }
}
