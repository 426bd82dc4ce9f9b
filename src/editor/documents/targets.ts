import { l10n, type Uri } from 'vscode';
import { plainText } from '../../text/plain-text.ts';
import { activeDocumentUri, passedUris, selectedUris } from '../studio/uris.ts';
import { showFailure } from '../ui/notifications.ts';

/** What a command acts on. */
export interface Targets {
  readonly uris: readonly Uri[];
  /** Whether it is called with a list, even of one, or a selection of several. */
  readonly several: boolean;
  /** Whether the files are selected in the Explorer beside others, and not named each. */
  readonly isSelection: boolean;
}

/**
 * What a command is called with; none without an argument. Undefined, after a message, for an argument that isn't understood: it is
 * never replaced by the active editor.
 */
export function passedTargets(target: unknown, selection?: unknown): Targets | undefined {
  const passed = passedUris(target, selection);
  if (!passed.ok) {
    const value = typeof passed.failure === 'string' ? passed.failure : JSON.stringify(passed.failure);
    showFailure(
      l10n.t(
        'The command was called with {0}, which is not a file. Pass a URI, an absolute path, or a path from the only workspace folder.',
        plainText(value ?? typeof passed.failure, 200) || '""',
      ),
    );
    return undefined;
  }
  const isSelection = selectedUris(target, selection) !== undefined;
  return { uris: passed.value, several: Array.isArray(target) || isSelection, isSelection };
}

/** The same, by default for the document in the active editor, also if that is the Dataset Designer. */
export function targetsOf(target?: unknown, selection?: unknown): Targets | undefined {
  const passed = passedTargets(target, selection);
  if (passed === undefined || passed.several || passed.uris.length > 0) return passed;
  const active = activeDocumentUri();
  if (!active)
    showFailure(l10n.t('No dataset file is open. Open one, such as sales.dataset.json, and try again.'));
  return { ...passed, uris: active ? [active] : [] };
}
