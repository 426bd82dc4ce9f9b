import type { ReadOnlyReason } from '../../designer/messages.ts';
import { fill, type Strings } from '../../designer/strings.ts';
import type { ViewProps } from '../state/view-props.ts';
import { Icon } from './icons.tsx';

/** Why the document can't be edited here, and the way to its error. */
export function Banner({ designer, state: { document, strings } }: ViewProps) {
  const { readOnly } = document;
  if (readOnly === undefined || document.isEmpty) return null;
  const isError = readOnly.kind === 'syntax-error';
  return (
    <div class={isError ? 'banner error' : 'banner'} role="alert">
      <Icon name={isError ? 'error' : 'info'} />
      <span>
        {describe(readOnly, strings)}
        {isError && <span class="muted"> {strings.readOnlyUntilFixed}</span>}
      </span>
      {isError && (
        <button type="button" class="link" onClick={() => designer.goToError()}>
          {strings.goToError}
        </button>
      )}
    </div>
  );
}

function describe(reason: ReadOnlyReason, strings: Strings): string {
  switch (reason.kind) {
    case 'syntax-error':
      return fill(strings.syntaxError, reason.line, reason.message);
    case 'too-large':
      return strings.tooLarge;
    case 'read-only-file':
      return strings.readOnlyFile;
  }
}
