/**
 * Turns an English message with `{name}` placeholders into the user's language.
 * The editor passes `vscode.l10n.t`; elsewhere `english` fills the placeholders in.
 */
export type Localize = (message: string, args?: Record<string, string | number>) => string;

export const english: Localize = (message, args) => (args === undefined ? message : filled(message, args));

function filled(message: string, args: Record<string, string | number>): string {
  let text = '';
  let rest = 0;
  // By hand, since a file may have a hundred thousand problems, and replace() takes five times as long. The few names
  // are looked up in the message, not what stands in its braces among them: that cuts no text out and hashes none.
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', open + 1)) {
    for (const name in args) {
      const close = open + 1 + name.length;
      if (message[close] !== '}' || !message.startsWith(name, open + 1)) continue;
      text += message.slice(rest, open) + String(args[name]);
      rest = close + 1;
      break;
    }
  }
  return text + message.slice(rest);
}
