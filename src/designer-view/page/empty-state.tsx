import type { ViewProps } from '../state/view-props.ts';
import { focusTree } from './focus.ts';
import { Icon } from './icons.tsx';

/** What to do where there is nothing to see. */
export function EmptyState({ designer, state: { document, strings } }: ViewProps) {
  if (document.isEmpty) {
    const canStart = document.readOnly?.kind !== 'read-only-file';
    return (
      <div class="empty">
        <Icon name="table" />
        <p class="empty-title">{strings.emptyDocument}</p>
        <p class="muted">{strings.emptyDocumentHint}</p>
        {canStart && (
          <button type="button" class="primary-button" onClick={() => designer.start()}>
            {strings.start}
          </button>
        )}
      </div>
    );
  }
  if (document.readOnly !== undefined) {
    const isBroken = document.readOnly.kind === 'syntax-error';
    return <div class="empty">{isBroken && <p class="muted">{strings.nothingParsed}</p>}</div>;
  }
  return (
    <div class="empty">
      <Icon name="table" />
      <p class="empty-title">{strings.noTables}</p>
      <p class="muted">{strings.noTablesHint}</p>
      <button
        type="button"
        class="primary-button"
        onClick={() => {
          focusTree();
          designer.addTable();
        }}
      >
        {strings.addTable}
      </button>
    </div>
  );
}
