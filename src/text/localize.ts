/**
 * Turns an English message with `{name}` placeholders into the user's language.
 * The editor passes `vscode.l10n.t`; elsewhere `english` fills the placeholders in.
 */
export type Localize = (message: string, args?: Record<string, string | number>) => string;

export const english: Localize = (message, args) => {
  if (args === undefined) return message;
  let text = '';
  let rest = 0;
  // By hand, since a file may have a hundred thousand problems, and replace() takes five times as long.
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', open + 1)) {
    const close = message.indexOf('}', open);
    const name = message.slice(open + 1, close);
    if (close < 0 || !Object.hasOwn(args, name)) continue;
    text += message.slice(rest, open) + String(args[name]);
    rest = close + 1;
  }
  return text + message.slice(rest);
};
