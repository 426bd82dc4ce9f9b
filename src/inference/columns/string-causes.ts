import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import { classify } from '../values/classify.ts';
import {
  type ColumnType,
  dataTypeFacts,
  type NarrowType,
  narrowTypes,
  typeOf,
} from '../values/data-types.ts';
import { IsoDateReader } from '../values/iso-date.ts';
import {
  areKindsWithin,
  isoDateKinds,
  kind,
  numberKinds,
  otherDateKinds,
  unusualNumberKinds,
} from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { quotedText } from '../values/values.ts';
import type { RareText } from './rare-texts.ts';
import type { ColumnReading } from './unfit-values.ts';

type FewTexts = Extract<TableNote, { readonly kind: 'few-texts' }>;

/** What keeps columns of a table from narrower types: a few values, texts for missing values, or rows of another width. */
export class StringCauses {
  readonly #nulls: NullTexts;
  readonly #isOddRow: (row: number) => boolean;
  readonly #few = new Map<string, FewTexts>();
  readonly #missing = { columns: 0, texts: new Set<string>() };
  readonly #odd = { columns: 0, row: 0 };

  /** `isOddRow`: whether a row has more or fewer fields than the header, so that its values may be those of other columns. */
  constructor(nulls: NullTexts, isOddRow: (row: number) => boolean = () => false) {
    this.#nulls = nulls;
    this.#isOddRow = isOddRow;
  }

  /** Adds a column. Returns the kinds of its other values, if they would have a narrower type; otherwise of all. */
  add(column: string, reading: ColumnReading): number {
    const { profile, kinds, areNumbersText, known } = reading;
    if (typeOf(kinds, areNumbersText) !== 'string') return kinds;
    const rare = profile.rareTexts.texts;
    const isOdd = ({ row, count }: RareText) => count === 1 && this.#isOddRow(row);
    const oddKinds = rare
      .filter(isOdd)
      .map((text) => text.kind)
      .filter((each) => rare.every((text) => text.kind !== each || isOdd(text)))
      .reduce((all, each) => all | known(each), 0);
    const rest = kinds & ~kind.missing & ~oddKinds;
    const found = findNarrower(rest, reading);
    if (found === undefined || found.kept === kinds) return kinds;
    const { kept, type } = found;
    const removed = rare.filter((text) => (known(text.kind) & ~kept) !== 0);
    const missing = profile.nullTexts.flatMap((count, index) =>
      count > 0 && !this.#nulls.isEmpty(index) ? [{ text: this.#nulls.texts[index] ?? '', count }] : [],
    );
    const odd = removed.find(isOdd);
    if (odd !== undefined) {
      this.#odd.row ||= odd.row;
      this.#odd.columns++;
    } else if (removed.length > 0 && type !== 'string') this.#addFew(column, type, removed, missing);
    else {
      // What it is with an option that another note proposes is not known yet.
      const texts = removed.map(({ value }) => quotedText(value));
      if (texts.every(canMeanNothing)) this.#addMissing([...texts, ...missing.map(({ text }) => text)]);
    }
    return kept;
  }

  #addMissing(texts: readonly string[]): void {
    this.#missing.columns++;
    for (const text of texts) if (this.#missing.texts.size < limits.rareTexts) this.#missing.texts.add(text);
  }

  #addFew(
    column: string,
    type: NarrowType,
    removed: readonly RareText[],
    missing: readonly { readonly text: string; readonly count: number }[],
  ): void {
    const rare = removed.map(({ value, count }) => ({ text: quotedText(value), count }));
    const all = [...rare, ...missing];
    const note = {
      kind: 'few-texts',
      type,
      texts: all.map(({ text }) => text),
      count: all.reduce((sum, each) => sum + each.count, 0),
      canBeEmpty: rare.every(({ text }) => canMeanNothing(text)),
      areStoredAsText: removed.every((text) => isStoredAsText(text, type)),
    } as const;
    const cause = JSON.stringify(note);
    const { columns = 0, ...first } = this.#few.get(cause) ?? { column, row: removed[0]?.row ?? 0 };
    this.#few.set(cause, { ...first, ...note, columns: columns + 1 });
  }

  /** A note for each of the most frequent causes. */
  notes(): TableNote[] {
    const { columns, texts } = this.#missing;
    const few = [...this.#few.values()].sort((a, b) => b.columns - a.columns).slice(0, limits.listedRows);
    return [
      ...(this.#odd.columns === 0 ? [] : [{ kind: 'odd-rows', ...this.#odd } as const]),
      ...few,
      ...(columns === 0 ? [] : [{ kind: 'missing-texts', columns, texts: [...texts] } as const]),
    ];
  }
}

/**
 * The narrower type that a column would have without the fewest of its rare values, and the kinds of all others. These have it
 * by themselves, or with an option that another note proposes.
 */
function findNarrower(
  rest: number,
  { profile, values = 0, areNumbersText, known }: ColumnReading,
): { readonly kept: number; readonly type: ColumnType } | undefined {
  const counts = new Map<number, number>();
  for (const { kind: valueKind, count } of profile.rareTexts.texts)
    counts.set(known(valueKind), (counts.get(known(valueKind)) ?? 0) + count);
  const rare = [...counts]
    .filter(([each, count]) => (each & rest) !== 0 && count * 100 <= values)
    .sort((a, b) => b[1] - a[1]);
  const base = rare.reduce((kinds, [valueKind]) => kinds & ~valueKind, rest);
  if (base === 0) return undefined;
  // Another note says what these are.
  const isExplained = (kinds: number) =>
    !areNumbersText && typeOf(kinds) === 'string' && (isReadable(kinds) || isUnusual(kinds));
  const targets: readonly ((kinds: number) => boolean)[] = [
    ...narrowTypes.map((type) => (kinds: number) => typeOf(kinds, areNumbersText) === type),
    isExplained,
  ];
  let best: { readonly kept: number; readonly removed: number } | undefined;
  for (const isReached of targets) {
    let kept = base;
    let removed = 0;
    for (const [valueKind, count] of rare)
      if (isReached(kept | valueKind)) kept |= valueKind;
      else removed += count;
    if (isReached(kept) && removed < (best?.removed ?? Number.POSITIVE_INFINITY)) best = { kept, removed };
  }
  return best && { kept: best.kept, type: typeOf(best.kept, areNumbersText) ?? 'string' };
}

/** Whether values have a narrower type with an option of reading that a note proposes. */
function isReadable(kinds: number): boolean {
  const areThousands =
    areKindsWithin(kinds, numberKinds | kind.thousands) &&
    ((kinds & kind.thousands) !== 0 ||
      areKindsWithin(kinds, kind.integer | kind.commaThree | kind.pointThree));
  const areBothOrders = (kinds & kind.dayFirstDate) !== 0 && (kinds & kind.monthFirstDate) !== 0;
  return (
    areThousands ||
    (areKindsWithin(kinds, (isoDateKinds | otherDateKinds) & ~kind.almostDate) && !areBothOrders)
  );
}

/** Whether values are numbers or dates that a note is about. */
function isUnusual(kinds: number): boolean {
  return (
    (areKindsWithin(kinds, numberKinds | unusualNumberKinds) && (kinds & unusualNumberKinds) !== 0) ||
    areKindsWithin(kinds, isoDateKinds | otherDateKinds)
  );
}

/** Whether a text can stand for a missing value: it has no digit, and means neither true nor false. */
function canMeanNothing(text: string): boolean {
  return !/\p{N}|^(?:true|false|yes|no|[tfyn]|wahr|falsch|vrai|faux)$/iu.test(text);
}

/** Whether a text, as in JSON or in a workbook, would have a type if it were no text. */
function isStoredAsText({ kind: valueKind, value }: RareText, type: NarrowType): boolean {
  if (valueKind !== kind.text) return false;
  const found = classify(value, 0, value.length, false, new IsoDateReader());
  return areKindsWithin(found, dataTypeFacts(type).kinds);
}
