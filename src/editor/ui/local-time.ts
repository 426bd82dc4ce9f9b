import { env } from 'vscode';

// In VS Code's display language: the default of `Intl` is the language of the extension host.

/** A date and time, to the minute, in the local time zone. */
export function localTime(time: Date | string): string {
  return format(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The date of `localTime`. */
export function localDate(time: Date | string): string {
  return format(time, { dateStyle: 'medium' });
}

/** The time of day of `localTime`. */
export function localTimeOfDay(time: Date | string): string {
  return format(time, { timeStyle: 'short' });
}

function format(time: Date | string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(env.language, options).format(new Date(time));
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago or ahead, in VS Code's display language, such as `3 days ago` or `in 5 minutes`. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' }).format(
    Math.trunc(seconds / length),
    unit,
  );
}
