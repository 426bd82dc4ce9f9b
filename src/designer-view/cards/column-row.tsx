import { memo } from 'preact/compat';
import type { DesignColumn, Item } from '../../designer/design.ts';
import { DataTypeField } from '../fields/data-type-field.tsx';
import { NameField } from '../fields/name-field.tsx';
import { designerKeys, withKey } from '../keys.ts';
import { columnCount, dataTypeLabel, spokenLabel, textBreak } from '../labels.ts';
import { elementId, focusTree } from '../page/focus.ts';
import { Icon, type IconName } from '../page/icons.tsx';
import { ProblemMark } from '../page/problems.tsx';
import type { CardView } from '../state/designer.ts';
import type { FieldEdit } from '../state/view-state.ts';
import { lengths } from './card-layout.ts';

interface ColumnRowProps {
  readonly view: CardView;
  readonly column: DesignColumn;
  readonly table: number;
  readonly index: number;
  /** The number of columns. */
  readonly count: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  /** The active column has the same name. */
  readonly isMarked: boolean;
  readonly editing: FieldEdit | undefined;
}

export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { view, column, table, index, isActive, editing } = props;
  const item = [table, index] as const;
  const kinds = [
    'row',
    props.isSelected ? 'active' : '',
    props.isMarked ? 'same-name' : '',
    editing === undefined ? '' : 'editing',
  ];
  return (
    <div
      id={elementId(item)}
      role="treeitem"
      class={kinds.join(' ')}
      style={{ top: `${lengths.cardHeader + index * lengths.row}px` }}
      aria-level={3}
      aria-setsize={props.count}
      aria-posinset={index + 1}
      aria-selected={props.isSelected}
      // While a field is edited, the row is what is in it.
      aria-label={
        editing === undefined
          ? spokenLabel(column, [dataTypeLabel(column.dataType, view.strings)], view.strings)
          : undefined
      }
    >
      <NameField view={view} item={item} found={column} edit={editing} />
      {textBreak}
      <ProblemMark view={view} item={item} problems={column.problems} />
      {view.canEdit && editing === undefined && (props.isHovered || isActive) && (
        <RowActions view={view} item={item} />
      )}
      {editing?.items && (
        <span class="muted edited-count">{columnCount(editing.items.length, view.strings)}</span>
      )}
      <DataTypeField view={view} column={column} edit={editing} />
    </div>
  );
});

/** For the mouse: shown under the pointer. Each has a key, so that none is a tab stop. */
export function RowActions({ view: { designer, strings }, item }: { view: CardView; item: Item }) {
  const isTable = item.length === 1;
  const act = (command: () => void) => () => {
    focusTree();
    command();
  };
  return (
    <span class="actions" aria-hidden="true">
      <Action
        icon="rename"
        label={withKey(strings.rename, designerKeys.rename)}
        onClick={act(() => designer.edit('name', item))}
      />
      <Action
        icon="addBelow"
        label={withKey(isTable ? strings.addColumn : strings.addColumnBelow, designerKeys.addColumn)}
        onClick={act(() => designer.addColumn(item))}
      />
      <Action
        icon="duplicate"
        label={withKey(strings.duplicate, designerKeys.duplicate)}
        onClick={act(() => designer.duplicate(item))}
      />
      <Action
        icon="remove"
        label={withKey(strings.remove, designerKeys.remove)}
        onClick={act(() => designer.remove([item]))}
      />
    </span>
  );
}

function Action(props: { readonly icon: IconName; readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} class="icon-button" title={props.label} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}
