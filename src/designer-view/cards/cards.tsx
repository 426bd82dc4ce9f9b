import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type Design, type Item, isSameItem } from '../../designer/design.ts';
import { NameField } from '../fields/name-field.tsx';
import { columnCount, nameLabel, spokenLabel, tableCount, textBreak } from '../labels.ts';
import { elementId, focusTree, treeId } from '../page/focus.ts';
import { onTreeKey } from '../page/keyboard.ts';
import { ProblemMark } from '../page/problems.tsx';
import type { CardView, ViewProps } from '../state/designer.ts';
import { dataTypesIn, sameNameKey } from '../state/navigation.ts';
import { isSelected } from '../state/selection.ts';
import { shownDesign, type ViewState } from '../state/view-state.ts';
import { Card } from './card.tsx';
import { type CardLayout, layOutCards, lengths, rangeOfItem, rowsWithin } from './card-layout.ts';
import { itemOfElement, useDrag } from './drag.ts';

interface CardsProps extends ViewProps {
  readonly scroller: RefObject<HTMLElement | null>;
  /** The size of the visible part. */
  readonly width: number;
  readonly height: number;
  /** The part of the content that is drawn. */
  readonly top: number;
  readonly bottom: number;
}

/** The dataset and its tables as a tree of cards, of which only those near the visible part are in the page. */
export function Cards({ designer, state, scroller, width, height, top, bottom }: CardsProps) {
  const { active, selected, editing, strings, document: file } = state;
  const design = useMemo(() => shownDesign(state.design, state.pending), [state.design, state.pending]);
  const [hovered, setHovered] = useState<Item | undefined>();
  const layout = useMemo(() => layOutCards(design.tables, width), [design.tables, width]);
  const [table, column] = active;

  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) focusTree();
  }, []);

  // Scrolls when the selection changes, not with each layout.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const { top, bottom } = rangeOfItem(layout, active);
    const margin = 24;
    if (top < element.scrollTop + margin) element.scrollTop = Math.max(top - margin, 0);
    else if (bottom > element.scrollTop + element.clientHeight - margin) {
      // A table is shown with its first columns.
      const more = column === undefined && table !== undefined ? 96 : 0;
      element.scrollTop = bottom + margin + more - element.clientHeight;
    }
  }, [table, column, width, height]);

  const { drag, onPointerDown } = useDrag(designer, scroller, layout, file.readOnly === undefined);
  const activeName =
    table === undefined || column === undefined
      ? ''
      : sameNameKey(design.tables[table]?.columns[column]?.name);
  const dataTypes = useMemo(() => dataTypesIn(design, file.dataTypes), [design, file.dataTypes]);
  const canEdit = file.readOnly === undefined;
  const { query } = state;
  // The same object as long as its properties are: then the cards need not be drawn again.
  const properties = [designer, strings, dataTypes, canEdit, query];
  const view = useMemo((): CardView => ({ designer, strings, dataTypes, canEdit, query }), properties);

  return (
    <div
      id={treeId}
      class={drag === undefined ? 'tree' : 'tree dragging'}
      role="tree"
      tabIndex={0}
      aria-multiselectable={true}
      aria-label={strings.designer}
      aria-activedescendant={elementId(active)}
      style={{ height: `${layout.height}px` }}
      onKeyDown={(event) => onTreeKey(event, designer)}
      onPointerDown={onPointerDown}
      onPointerOver={({ target }) => {
        const item = itemOfElement(target)?.item;
        if (!isSameItem(item, hovered)) setHovered(item);
      }}
      onPointerLeave={() => setHovered(undefined)}
      onClick={({ target, detail, shiftKey, ctrlKey, metaKey }) => {
        const isSelecting = shiftKey || ctrlKey || metaKey;
        // By keyboard, a key of the tree does it.
        const place = itemOfElement(target);
        if (detail === 1 && place?.field === 'dataType' && !isSelecting)
          designer.edit('dataType', place.item);
      }}
      onContextMenu={(event) => {
        // A field that is edited has the menu of VS Code.
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        const isPointer = event.button === 2;
        const item = itemOfElement(event.target)?.item ?? [];
        if (isPointer && !isSelected(state, item)) designer.activate(item);
        designer.openMenu(isPointer ? { x: event.clientX, y: event.clientY } : undefined);
      }}
      onDblClick={({ target }) => {
        const place = itemOfElement(target);
        if (place) designer.goToText(place.field, place.item);
      }}
    >
      <Heading view={view} state={state} design={design} />
      {layout.cards.map((place, index) => {
        const isActive = index === table;
        if (!isActive && (place.y > bottom || place.y + place.height < top)) return null;
        const columns = design.tables[index]?.columns.length ?? 0;
        const { start, end } = rowsWithin(place, columns, top, bottom);
        return (
          <Card
            key={index}
            view={view}
            table={design.tables[index]}
            index={index}
            count={design.tables.length}
            place={place}
            width={layout.cardWidth}
            start={start}
            end={end}
            isActive={isActive}
            activeColumn={isActive ? column : undefined}
            hovered={hovered?.[0] === index ? hovered : undefined}
            markedName={isActive ? '' : activeName}
            editing={editing?.item[0] === index ? editing : undefined}
            isDragged={drag?.items.some((item) => isSameItem(item, [index])) === true}
            selected={concernsTable(selected, index) ? selected : undefined}
          />
        );
      })}
      {drag !== undefined && <DropMark mark={drag.mark} layout={layout} />}
    </div>
  );
}

/** Whether several items are selected, and a table may be one of them, or have them as its columns. All are of one kind, in one list. */
function concernsTable([first, ...others]: readonly Item[], table: number): boolean {
  if (first === undefined || others.length === 0) return false;
  return first.length === 1 || first[0] === table;
}

/** A line where what is dragged will be. */
function DropMark({
  mark: [table = 0, column],
  layout,
}: {
  readonly mark: Item;
  readonly layout: CardLayout;
}) {
  const before = layout.cards[table];
  const card = before ?? layout.cards[table - 1];
  if (card === undefined) return null;
  const top =
    column === undefined
      ? before === undefined
        ? card.y + card.height + 3
        : card.y - 5
      : card.y + lengths.cardHeader + column * lengths.row - 1;
  const style = { left: `${card.x}px`, top: `${top}px`, width: `${layout.cardWidth}px` };
  return <div class="drop-mark" style={style} />;
}

interface HeadingProps {
  readonly view: CardView;
  readonly state: ViewState;
  readonly design: Design;
}

/** The dataset: the first item of the tree, above the cards. */
function Heading({ view, state, design }: HeadingProps) {
  const { strings, active, editing } = state;
  const { dataset, tables } = design;
  const isActive = active.length === 0;
  const columns = useMemo(() => tables.reduce((sum, table) => sum + table.columns.length, 0), [tables]);
  const counts = [tableCount(tables.length, strings), columnCount(columns, strings)];
  // There may be tables that couldn't be parsed.
  const isCounted = tables.length > 0 || state.document.readOnly?.kind !== 'syntax-error';
  return (
    <div
      id={elementId([])}
      role="treeitem"
      class={isActive ? 'heading active' : 'heading'}
      aria-level={1}
      aria-setsize={1}
      aria-posinset={1}
      aria-selected={isActive}
      aria-label={isCounted ? spokenLabel(dataset, counts, strings) : nameLabel(dataset.name, strings)}
    >
      <NameField
        view={view}
        item={[]}
        found={dataset}
        edit={isSameItem(editing?.item, []) ? editing : undefined}
      />
      {textBreak}
      <ProblemMark view={view} item={[]} problems={dataset.problems} />
      {isCounted && <span class="muted counts">{counts.join(', ')}</span>}
    </div>
  );
}
