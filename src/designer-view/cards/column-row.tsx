import { memo } from 'preact/compat';
import type { DesignColumn } from '../../designer/design.ts';
import type { Strings } from '../../designer/strings.ts';
import { DataTypeField } from '../fields/data-type-field.tsx';
import { NameField } from '../fields/name-field.tsx';
import { spokenColumn, textBreak } from '../labels.ts';
import { elementId } from '../page/focus.ts';
import { ProblemMark } from '../page/problems.tsx';
import type { Designer } from '../state/designer.ts';
import type { FieldEdit, ViewState } from '../state/view-state.ts';
import { lengths } from './card-layout.ts';
import { RowActions } from './row-actions.tsx';

interface ColumnRowProps {
  readonly designer: Designer;
  readonly strings: Strings;
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
  readonly pending: ViewState['pending'];
  readonly dataTypes: readonly string[];
  readonly canEdit: boolean;
  readonly query: string;
}

export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { designer, strings, column, table, index, isActive, editing, pending, canEdit } = props;
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
      aria-label={editing === undefined ? spokenColumn(column, strings) : undefined}
    >
      <NameField
        designer={designer}
        strings={strings}
        item={item}
        found={column}
        edit={editing}
        pending={pending}
        query={props.query}
      />
      {textBreak}
      <ProblemMark designer={designer} strings={strings} item={item} problems={column.problems} />
      {canEdit && editing === undefined && (props.isHovered || isActive) && (
        <RowActions designer={designer} strings={strings} item={item} />
      )}
      <DataTypeField
        designer={designer}
        strings={strings}
        item={item}
        column={column}
        edit={editing}
        pending={pending}
        dataTypes={props.dataTypes}
        canEdit={canEdit}
      />
    </div>
  );
});
