import { config } from '@vscode/l10n';
import { l10n } from 'vscode';

/** Makes the core use the translations of VS Code's display language. Each bundle calls it before its other functions. */
export function localizeCore(): void {
  if (l10n.bundle) config({ contents: l10n.bundle });
}
