import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import { typeOf } from '../values/data-types.ts';
import { isoDateKinds, isWithin, kind, numberKinds, otherDateKinds } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { quotedText } from '../values/values.ts';
import type { ColumnReading } from './unfit-values.ts';

type FewTexts = Extract<TableNote, { readonly kind: 'few-texts' }>;

/** The texts that keep columns of a table from narrower types: a few, or those that stand for missing values. */
export class StringCauses {
  readonly #nulls: NullTexts;
  readonly #few = new Map<string, FewTexts>();
  readonly #missing = { columns: 0, texts: new Set<string>() };

  constructor(nulls: NullTexts) {
    this.#nulls = nulls;
  }

  /** Adds a column. Returns the kinds of its other values, if they would have a narrower type; otherwise of all. */
  add(column: string, { profile, kinds, values = 0, areNumbersText }: ColumnReading): number {
    const { rareTexts, nullTexts } = profile;
    const isRare = rareTexts.texts.length > 0 && rareTexts.count * 100 <= values;
    const others = kinds & ~kind.missing & ~(isRare ? kind.text : 0);
    const type = typeOf(others, areNumbersText);
    if (others === kinds || type === undefined) return kinds;
    if (type === 'string' && (areNumbersText || !isReadable(others))) return kinds;

    const missing = nullTexts.flatMap((count, index) =>
      count > 0 && !this.#nulls.isEmpty(index) ? [{ text: this.#nulls.texts[index] ?? '', count }] : [],
    );
    const rare = isRare ? rareTexts.texts : [];
    const texts = [...rare.map(({ value }) => quotedText(value)), ...missing.map(({ text }) => text)];
    const [first] = rare;
    if (first === undefined || type === 'string') {
      this.#missing.columns++;
      for (const text of texts)
        if (this.#missing.texts.size < limits.rareTexts) this.#missing.texts.add(text);
      return others;
    }
    const count = missing.reduce((sum, each) => sum + each.count, rareTexts.count);
    const cause = JSON.stringify([type, count, texts]);
    const { columns = 0, ...known } = this.#few.get(cause) ?? { column, row: first.row };
    this.#few.set(cause, { ...known, kind: 'few-texts', type, columns: columns + 1, count, texts });
    return others;
  }

  /** A note for each of the most frequent causes. */
  notes(): TableNote[] {
    const { columns, texts } = this.#missing;
    const few = [...this.#few.values()].sort((a, b) => b.columns - a.columns).slice(0, limits.listedRows);
    return columns === 0 ? few : [...few, { kind: 'missing-texts', columns, texts: [...texts] }];
  }
}

/** Whether values have a narrower type with an option of reading that a note proposes. */
function isReadable(kinds: number): boolean {
  const areThousands =
    isWithin(kinds, numberKinds | kind.thousands) &&
    ((kinds & kind.thousands) !== 0 || isWithin(kinds, kind.integer | kind.commaThree | kind.pointThree));
  const areBothOrders = (kinds & kind.dayFirstDate) !== 0 && (kinds & kind.monthFirstDate) !== 0;
  return (
    areThousands || (isWithin(kinds, (isoDateKinds | otherDateKinds) & ~kind.almostDate) && !areBothOrders)
  );
}
