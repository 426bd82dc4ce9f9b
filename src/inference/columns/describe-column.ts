import { limits } from '../inference-limits.ts';
import type { InferredColumn } from '../inferred-table.ts';
import type { ColumnNote, TableNote } from '../notes.ts';
import type { DateOrder } from '../source.ts';
import { dataTypeFacts, findDecidingValue, typeOf } from '../values/data-types.ts';
import {
  areKindsWithin,
  isoDateKinds,
  kind,
  numberKinds,
  otherDateKinds,
  trueFalseLetters,
  unquotedKinds,
  unusualNumberKinds,
  yesNoKinds,
} from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { quotedText } from '../values/values.ts';
import type { ColumnProfile, ProfiledColumn } from './column-profile.ts';
import { StringCauses } from './string-causes.ts';
import { type ColumnReading, findUnfitValues } from './unfit-values.ts';

/** Decides the types of a table's columns and puts what is known of them into facts. `isChecked`: also the values that don't fit a type. `isOddRow`: rows that give no advice. */
export function describeColumns(
  columns: readonly ProfiledColumn[],
  rows: number | undefined,
  nulls: NullTexts,
  dateOrder?: DateOrder,
  isChecked = false,
  isOddRow?: (row: number) => boolean,
): { readonly columns: InferredColumn[]; readonly notes: readonly TableNote[] } {
  const values = columns.map(({ profile }) =>
    rows !== undefined && profile.hasCounts ? rows - profile.empty : undefined,
  );
  const isUnquoted = columns.map(({ profile }, index) => profile.quoted < (values[index] ?? 1));
  // If everything is quoted, quotes have no meaning.
  const doQuotesMatter = isUnquoted.includes(true);
  const hasDecimalCommas = columns.some(
    ({ profile: { kinds } }) => (kinds & kind.commaFraction) !== 0 && typeOf(kinds) === 'fraction',
  );
  const causes = new StringCauses(nulls, isOddRow);
  const described = columns.map(({ name, sourceName, profile }, index): InferredColumn => {
    const areNumbersText =
      doQuotesMatter &&
      isUnquoted[index] === false &&
      profile.quoted > profile.neededQuotes &&
      (profile.kinds & unquotedKinds) !== 0;
    // Beside decimal commas, a point before three digits may separate thousands.
    const arePointsAmbiguous =
      hasDecimalCommas && areKindsWithin(profile.kinds, kind.integer | kind.pointThree);
    const known = (kinds: number) =>
      datesInOrder(
        arePointsAmbiguous && (kinds & kind.pointThree) !== 0 ? kinds | kind.commaThree : kinds,
        dateOrder,
      );
    const kinds = known(profile.kinds);
    const type = typeOf(kinds, areNumbersText) ?? 'string';
    const firsts = profile.firsts.map((first) => ({ ...first, kind: known(first.kind) }));
    const isDeclared = firsts.reduce((all, first) => all | first.kind, 0) !== kinds;
    const deciding = isDeclared ? undefined : findDecidingValue(firsts, areNumbersText);
    const { min, max } =
      kinds === profile.kinds ? extremes(type, profile) : { min: undefined, max: undefined };
    const reading = {
      profile,
      values: values[index],
      kinds,
      type,
      areNumbersText,
      arePointsAmbiguous,
      known,
    };
    const others = causes.add(name, reading);
    return {
      name,
      sourceName,
      type,
      sourceType: profile.sourceType,
      ...(profile.line !== undefined && { line: profile.line }),
      values: values[index],
      empty: profile.hasCounts ? profile.empty : undefined,
      min,
      max,
      examples: examplesOf(profile),
      head: profile.head.map(headText),
      deciding: deciding && { row: deciding.row, value: quotedText(deciding.value) },
      ...(isChecked && { unfit: findUnfitValues(reading) }),
      notes: [
        ...profile.declaredNotes,
        ...valueNotes({ ...reading, kinds: others }),
        ...countNotes(profile, nulls, isChecked),
      ],
    };
  });
  return { columns: described, notes: causes.notes() };
}

/** The text of a value of the first rows, with `…` where it was cut, maybe within a character. */
function headText(value: Uint8Array): string {
  if (value.length <= limits.headValueBytes) return quotedText(value);
  return `${quotedText(value.subarray(0, limits.headValueBytes)).replace(/\ufffd$/, '')}…`;
}

/** Different values of the first rows, then the first ones of each kind. */
function examplesOf({ head, firsts }: ColumnProfile): string[] {
  const values = [...Object.values(head), ...firsts.map(({ value }) => value)];
  return [...new Set(values.map(headText))].slice(0, limits.examples);
}

/** The dates that an order allows are dates like those in ISO 8601. */
function datesInOrder(kinds: number, order: DateOrder | undefined): number {
  if (order === undefined) return kinds;
  const allowed = {
    dmy: kind.dayFirstDate | kind.ambiguousDate,
    mdy: kind.monthFirstDate | kind.ambiguousDate,
    ymd: 0,
  };
  const dates = allowed[order] | kind.otherDate;
  return (kinds & dates) === 0 ? kinds : (kinds & ~dates) | kind.date;
}

function extremes(type: InferredColumn['type'], { numbers, dates, hasExtremes }: ColumnProfile) {
  const found = { numbers, dates, none: undefined }[dataTypeFacts(type).extremes ?? 'none'];
  return { min: hasExtremes ? found?.minText : undefined, max: hasExtremes ? found?.maxText : undefined };
}

/** What the values look like. */
function valueNotes({ profile, kinds, type, areNumbersText, known }: ColumnReading): ColumnNote[] {
  const first = (valueKind: number) => {
    const found = profile.firsts.find((each) => (known(each.kind) & valueKind) !== 0);
    return { row: found?.row ?? 0, value: found === undefined ? '' : quotedText(found.value) };
  };
  const { numbers } = profile;
  if (profile.declaredNotes.length > 0) return [];
  if (kinds === 0) return [{ kind: 'only-empty' }];
  if (areNumbersText && typeOf(kinds) !== 'string') return [{ kind: 'quoted-values' }];
  // Texts that a note of the table is about keep it from a narrower type.
  if (type === 'string' && typeOf(kinds) !== 'string') return [];
  if (type === 'Int64')
    return profile.hasExtremes && numbers.min === 0 && numbers.max === 1 ? [{ kind: 'zero-one' }] : [];
  if (type === 'fraction')
    return [
      ...((kinds & kind.commaFraction) !== 0 ? [{ kind: 'decimal-commas' } as const] : []),
      ...((kinds & kind.bareFraction) !== 0
        ? [{ kind: 'bare-fractions', ...first(kind.bareFraction) } as const]
        : []),
      ...((kinds & kind.longFraction) !== 0
        ? [{ kind: 'long-fractions', ...first(kind.longFraction) } as const]
        : []),
    ];
  if (type === 'DateTime') return (kinds & kind.spacedDate) !== 0 ? [{ kind: 'spaced-offsets' }] : [];
  if ((kinds & kind.list) !== 0) return [{ kind: 'lists' }];
  if ((kinds & kind.object) !== 0) return [{ kind: 'objects' }];
  if (kinds === yesNoKinds) return [{ kind: 'yes-no' }];
  if (kinds === trueFalseLetters) return [{ kind: 'true-false-letters' }];
  if (areKindsWithin(kinds, otherDateKinds | isoDateKinds) && (kinds & otherDateKinds) !== 0)
    return [{ kind: 'other-dates', order: dayMonthOrder(kinds) }];
  if (areKindsWithin(kinds, kind.integer | kind.commaThree | kind.pointThree))
    return [{ kind: 'ambiguous-thousands', ...first(kind.commaThree) }];
  const hasDecimalComma = first(kind.unusualNumber).value.includes(',');
  if (areKindsWithin(kinds, unusualNumberKinds | numberKinds))
    return numberNotes
      .filter(([valueKind]) => (kinds & valueKind) !== 0)
      .map(([valueKind, note]) => ({
        kind: note,
        ...first(valueKind),
        // Without the separators, all values are numbers.
        ...(note === 'thousands-separators' && {
          isReadable: areKindsWithin(
            kinds & ~(hasDecimalComma ? kind.unusualNumber : 0),
            numberKinds | kind.thousands,
          ),
        }),
      }));
  return [];
}

const numberNotes = [
  [kind.bigInteger, 'big-integers'],
  [kind.leadingZero, 'leading-zeros'],
  [kind.thousands | kind.commaThree, 'thousands-separators'],
  [kind.decorated, 'decorated-numbers'],
  [kind.trailingMinus, 'trailing-minus'],
  [kind.unusualNumber, 'unusual-numbers'],
] as const;

function dayMonthOrder(kinds: number): Extract<ColumnNote, { kind: 'other-dates' }>['order'] {
  if ((kinds & kind.almostDate) !== 0) return 'none';
  const isDayFirst = (kinds & kind.dayFirstDate) !== 0;
  const isMonthFirst = (kinds & kind.monthFirstDate) !== 0;
  if (isDayFirst) return isMonthFirst ? 'contradictory' : 'day-first';
  if (isMonthFirst) return 'month-first';
  return (kinds & kind.ambiguousDate) !== 0 ? 'either' : 'clear';
}

/** What was counted. */
function countNotes(profile: ColumnProfile, nulls: NullTexts, isChecked: boolean): ColumnNote[] {
  const notes: ColumnNote[] = [];
  if (profile.spaced > 0) notes.push({ kind: 'spaces', count: profile.spaced });
  if (profile.quotedEmpty > 0) notes.push({ kind: 'quoted-empty', count: profile.quotedEmpty });
  for (const [index, text] of nulls.texts.entries()) {
    const count = profile.nullTexts[index] ?? 0;
    const isEmpty = nulls.isEmpty(index);
    if (count > 0 && (isEmpty || isChecked || !nulls.isUnusual(index)))
      notes.push({ kind: 'null-text', text, count, isEmpty });
  }
  return notes;
}
