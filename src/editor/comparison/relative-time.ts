import { env } from 'vscode';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, in VS Code's display language, such as `3 days ago`. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' }).format(
    Math.trunc(seconds / length),
    unit,
  );
}
