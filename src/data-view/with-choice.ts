import type { ReadingChoices } from '../inference/source.ts';

/** How data is read after one more choice, which takes back an earlier one that contradicts it. */
export function withChoice(reading: ReadingChoices, choice: ReadingChoices): ReadingChoices {
  const changed = { ...reading, ...choice };
  // A comma separates either decimals or thousands.
  if (changed.decimalComma && choice.thousands === ',') return { ...changed, decimalComma: undefined };
  if (choice.decimalComma && changed.thousands === ',') return { ...changed, thousands: undefined };
  return changed;
}
