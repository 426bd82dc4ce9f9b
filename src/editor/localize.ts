import { l10n } from 'vscode';
import type { Localize } from '../text/localize.ts';

/** The core's messages in VS Code's display language. */
export const localize: Localize = (message, args = {}) => l10n.t(message, args);
