import * as l10n from '@vscode/l10n';
import type { Path } from '../finding.ts';

/** Why a document can't be edited by its structure. `operation` is the index of the operation that fails. */
export type EditFailure =
  /** The text isn't valid JSON or YAML, or it is empty. */
  | { readonly kind: 'syntax-errors' }
  /** There is nothing at the path. */
  | { readonly kind: 'not-found'; readonly operation: number; readonly path: Path }
  /** The operation needs a list, an object or a named item there. */
  | { readonly kind: 'wrong-type'; readonly operation: number; readonly path: Path }
  /** An object has two properties of a name in the path. */
  | { readonly kind: 'duplicate-key'; readonly operation: number; readonly path: Path }
  /** A YAML anchor, alias, tag or merge key: an edit here could change other parts of the document. */
  | { readonly kind: 'shared'; readonly operation: number; readonly path: Path }
  /** The edit doesn't support the layout of the text, such as YAML with explicit keys. */
  | { readonly kind: 'unsupported-layout' };

/** What happened and what to do about it. */
export function editFailureMessage(failure: EditFailure): string {
  switch (failure.kind) {
    case 'syntax-errors':
      return l10n.t('The document has syntax errors. Fix them first.');
    case 'not-found':
      return l10n.t('The document has changed, and this part of it no longer exists. Try again.');
    case 'wrong-type':
      return l10n.t('A value in the document has the wrong type for this change. Fix its problems first.');
    case 'duplicate-key':
      return l10n.t('An object in the document has the same property twice. Remove one of them first.');
    case 'shared':
      return l10n.t(
        'This part of the document uses a YAML anchor, alias, tag or merge key, so the change could affect other parts. Edit the text instead.',
      );
    case 'unsupported-layout':
      return l10n.t("This change can't be made in the way the document is written. Edit the text instead.");
  }
}
