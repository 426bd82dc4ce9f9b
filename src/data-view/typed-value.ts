import type { ReadingChoices } from '../inference/source.ts';
import type { PageOption } from './data-messages.ts';

/** Of an option for reading; `undefined`: the user has chosen none. */
export type OptionValue = ReadingChoices[PageOption['name']];

/** The value of an option that a valid text means. */
export function typedValue(text: string, kind: PageOption['control']['kind']): OptionValue {
  if (text.trim() === '') return undefined;
  if (kind === 'texts') return text.split(',').flatMap((each) => each.trim() || []);
  return kind === 'count' ? Number(text) : text;
}

/** Whether a text means another value than the one that its field shows. */
export function isOtherValue(text: string, kind: PageOption['control']['kind'], value: OptionValue): boolean {
  // A value may contain a comma.
  return text !== shownValue(value) && shownValue(typedValue(text, kind)) !== shownValue(value);
}

/** A value as the text that means it. */
export function shownValue(value: OptionValue): string {
  return [value ?? ''].flat().join(', ');
}
