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
