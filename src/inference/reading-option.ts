import { formatCount } from '../text/format-count.ts';

/** How an option for reading data is declared, once for each front end. Without a value, it is detected. */
export type ReadingOption = {
  /** On the page of data files. */
  readonly label: () => string;
  /** One sentence. */
  readonly description: () => string;
  /** The formats that it is for; text that a format itself declares needs none. */
  readonly formats: readonly string[];
  /** The words of a button that reads data with a value, if the words of the value are not enough. */
  readonly button?: (value: string) => string;
  /** On the command line, without dashes, if it is not named like the option. */
  readonly flag?: string;
  /** What stands for its value in the help of the command line. */
  readonly placeholder?: string;
} & (
  | { readonly kind: 'texts' }
  | ({ readonly kind: 'text' } & OtherText)
  | { readonly kind: 'count'; readonly minimum: number }
  /** `other`: what other values look like. */
  | { readonly kind: 'choice'; readonly choices: readonly ReadingChoice[]; readonly other?: OtherText }
);

interface ReadingChoice {
  readonly value: string | boolean;
  readonly label: () => string;
  /** What is written for a value that is white space. */
  readonly name?: string;
  /** What means the same. */
  readonly also?: readonly string[];
}

interface OtherText {
  /** A regular expression. */
  readonly pattern: string;
  /** What to enter. */
  readonly hint: () => string;
  /** Whether a text that the expression matches has a meaning. */
  readonly isKnown?: (text: string) => boolean;
}

/** All options by their names. */
export type ReadingOptions = Readonly<Record<string, ReadingOption>>;

/** The description of an option whose value is written, as an argument or in a call. */
export function writtenDescription(option: ReadingOption): string {
  const names = namesOf(option);
  const description = option.description();
  return names.length === 0 ? description : `${description.slice(0, -1)}, ${names.join(', or ')}.`;
}

/** What to write, where a value is wrong. */
export function writtenHint(option: ReadingOption): string {
  const names = namesOf(option);
  if (option.kind === 'text') return option.hint();
  if (option.kind !== 'choice') return option.description();
  if (option.other === undefined)
    return `Use one of ${option.choices.map(({ value }) => JSON.stringify(value)).join(', ')}.`;
  const hint = option.other.hint();
  return names.length === 0 ? hint : `${hint.slice(0, -1)}, or ${names.join(' or ')}.`;
}

function namesOf(option: ReadingOption): string[] {
  if (option.kind !== 'choice') return [];
  return option.choices.flatMap(({ name }) => (name === undefined ? [] : [`"${name}"`]));
}

/** The value that a person or an agent writes for an option; `undefined` for a text that is none. */
export function readWritten(option: ReadingOption, text: string): string | undefined {
  if (option.kind === 'texts' || option.kind === 'count') return text;
  if (option.kind === 'choice') {
    const chosen = option.choices.find(
      ({ value, name, also }) => value === text || name === text || also?.includes(text),
    );
    if (chosen !== undefined) return String(chosen.value);
  }
  const expected = option.kind === 'text' ? option : option.other;
  if (expected === undefined || !new RegExp(expected.pattern).test(text)) return undefined;
  return (expected.isKnown?.(text) ?? true) ? text : undefined;
}

/** The words for a value of an option. */
export function describeValue(option: ReadingOption, value: unknown): string {
  if (typeof value === 'number') return formatCount(value);
  const choices = option.kind === 'choice' ? option.choices : [];
  return choices.find((choice) => choice.value === value)?.label() ?? String(value);
}
