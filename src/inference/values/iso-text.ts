/** Days from 1970-01-01 that a four-digit year has: 0001-01-01 to 9999-12-31. */
const firstDay = -719_162;
const lastDay = 2_932_896;

/** The date so many days after 1970-01-01; `undefined` where its year has not four digits. */
export function isoDate(days: number): string | undefined {
  if (!Number.isInteger(days) || days < firstDay || days > lastDay) return undefined;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** A point in time in units since 1970, with the digits of its fraction that are not zero. */
export function isoTimestamp(value: bigint, unitsPerSecond: bigint, isUtc: boolean): string | undefined {
  const fraction = ((value % unitsPerSecond) + unitsPerSecond) % unitsPerSecond;
  const seconds = Number((value - fraction) / unitsPerSecond);
  const date = isoDate(Math.floor(seconds / 86_400));
  if (date === undefined) return undefined;
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  const digits = String(unitsPerSecond + fraction).slice(1);
  const shown = /^\d*[1-9]/.exec(digits);
  return `${date}T${time}${shown ? `.${shown[0]}` : ''}${isUtc ? 'Z' : ''}`;
}
