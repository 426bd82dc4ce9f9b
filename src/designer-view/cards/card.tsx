import { memo } from 'preact/compat';
import { type DesignTable, type Item, isSameItem } from '../../designer/design.ts';
import { NameField } from '../fields/name-field.tsx';
import { columnCount, spokenLabel, textBreak } from '../labels.ts';
import { elementId } from '../page/focus.ts';
import { ProblemMark } from '../page/problems.tsx';
import type { CardView } from '../state/designer.ts';
import { sameNameKey } from '../state/navigation.ts';
import type { FieldEdit } from '../state/view-state.ts';
import type { CardPlace } from './card-layout.ts';
import { ColumnRow, RowActions } from './column-row.tsx';

interface CardProps {
  readonly view: CardView;
  readonly table: DesignTable | undefined;
  readonly index: number;
  /** The number of tables. */
  readonly count: number;
  readonly place: CardPlace;
  readonly width: number;
  /** The rows that are drawn; `end` is exclusive. The active row is always drawn. */
  readonly start: number;
  readonly end: number;
  /** The table or one of its columns is active. */
  readonly isActive: boolean;
  readonly activeColumn: number | undefined;
  /** The table or one of its columns that is under the pointer. */
  readonly hovered: Item | undefined;
  /** Columns of this name are marked. */
  readonly markedName: string;
  readonly editing: FieldEdit | undefined;
  readonly isDragged: boolean;
  /** Several items that are selected: tables, or columns of this one. */
  readonly selected: readonly Item[] | undefined;
}

/** A table: its name and a row for each column. Of many rows, those near the visible part. */
export const Card = memo(function Card(props: CardProps) {
  const { view, table, index, place, width, editing, hovered, start, end, activeColumn } = props;
  if (table === undefined) return null;
  const { columns, problems } = table;
  const isActive = props.isActive && activeColumn === undefined;
  const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (activeColumn !== undefined && (activeColumn < start || activeColumn >= end)) rows.push(activeColumn);
  const isEditing = editing?.item.length === 1;
  const isAmong = (item: Item) => props.selected?.some((each) => isSameItem(each, item)) === true;
  const isSelected = isActive || isAmong([index]);
  const [left, top] = [`${place.x}px`, `${place.y}px`];
  const style = { left, top, width: `${width}px`, height: `${place.height}px` };
  const kinds = ['card', props.isActive ? 'has-active' : '', props.isDragged ? 'dragged' : ''];
  return (
    <div class={kinds.join(' ')} style={style}>
      <div
        id={elementId([index])}
        role="treeitem"
        class={isSelected ? 'card-header active' : 'card-header'}
        aria-level={2}
        aria-setsize={props.count}
        aria-posinset={index + 1}
        aria-selected={isSelected}
        aria-label={spokenLabel(table, [columnCount(columns.length, view.strings)], view.strings)}
      >
        <NameField view={view} item={[index]} found={table} edit={isEditing ? editing : undefined} />
        {textBreak}
        <ProblemMark view={view} item={[index]} problems={problems} />
        {view.canEdit && !isEditing && (hovered?.length === 1 || isActive) && (
          <RowActions view={view} item={[index]} />
        )}
        <span class="muted count" title={columnCount(columns.length, view.strings)}>
          {columns.length}
        </span>
      </div>
      {columns.length === 0 && <p class="no-columns muted">{view.strings.noColumns}</p>}
      {rows.map((row) => {
        const column = columns[row];
        if (column === undefined) return null;
        const isEdited = editing?.item.length === 2 && editing.item[1] === row;
        return (
          <ColumnRow
            key={row}
            view={view}
            column={column}
            table={index}
            index={row}
            count={columns.length}
            isActive={row === activeColumn}
            isSelected={row === activeColumn || isAmong([index, row])}
            isHovered={hovered?.[1] === row}
            isMarked={props.markedName !== '' && sameNameKey(column.name) === props.markedName}
            editing={isEdited ? editing : undefined}
          />
        );
      })}
    </div>
  );
});
