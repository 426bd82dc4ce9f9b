import { env } from 'vscode';

/** A date and time in VS Code's display language. The default of `toLocaleString` is the language of the extension host. */
export function localTime(time: Date | string): string {
  return new Date(time).toLocaleString(env.language);
}
