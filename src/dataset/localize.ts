/**
 * Turns an English message with `{name}` placeholders into the user's language.
 * The editor passes `vscode.l10n.t`; elsewhere `english` fills the placeholders in.
 */
export type Localize = (message: string, args?: Record<string, string | number>) => string;

export const english: Localize = (message, args) =>
  args === undefined
    ? message
    : message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(args, name) ? String(args[name]) : placeholder,
      );
