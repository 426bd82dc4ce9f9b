import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isSameItem } from '../../designer/item.ts';
import type { ViewProps } from '../app.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import { elementId, treeId } from '../page/focus.ts';
import { dataTypesIn, sameNameKey } from '../state/find-items.ts';
import { Card } from './card.tsx';
import { useDrag } from './drag.ts';
import { DropMark } from './drop-mark.tsx';
import { Heading } from './heading.tsx';
import { itemOfElement } from './item-of-element.ts';
import { onTreeKey } from './keys.ts';
import { layOutCards, rangeOfItem } from './layout.ts';

/** The visible part of the content is rounded to this, in pixels, so that little scrolling changes nothing. */
const scrollStep = 240;

/** What is drawn above and below the visible part, in pixels. */
const overscan = 240;

/** The dataset and its tables as a tree of cards, of which only those near the visible part are in the page. */
export function Cards({ designer, state }: ViewProps) {
  const { design, active, editing, pending, strings, document: file } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [scrolled, setScrolled] = useState(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const layout = useMemo(() => layOutCards(design.tables, size.width), [design.tables, size.width]);
  const [table, column] = active;

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
  }, [table, column, size.width, size.height]);

  const { drag, onPointerDown } = useDrag(designer, scroller, layout, file.readOnly === undefined);
  const top = Math.floor(scrolled / scrollStep) * scrollStep - overscan;
  const bottom = top + Math.ceil(size.height / scrollStep) * scrollStep + 2 * overscan + scrollStep;
  const activeName =
    table === undefined || column === undefined
      ? ''
      : sameNameKey(design.tables[table]?.columns[column]?.name);
  const dataTypes = useMemo(() => dataTypesIn(design, file.dataTypes), [design, file.dataTypes]);
  const isEmpty = design.tables.length === 0;

  return (
    <main
      class="scroller"
      ref={scroller}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
    >
      {!file.isEmpty && (
        <div
          id={treeId}
          class={drag === undefined ? 'tree' : 'tree dragging'}
          role="tree"
          tabIndex={0}
          aria-label={strings.designer}
          aria-activedescendant={elementId(active)}
          style={{ height: `${layout.height}px` }}
          onKeyDown={(event) => onTreeKey(event, designer)}
          onPointerDown={onPointerDown}
          onDblClick={({ target }) => {
            const place = itemOfElement(target);
            if (place) designer.goToText(place.field, place.item);
          }}
        >
          <Heading designer={designer} state={state} />
          {layout.cards.map((place, index) => {
            const isActive = index === table;
            // Nothing is drawn before the width is known.
            if (size.width === 0) return null;
            if (!isActive && (place.y > bottom || place.y + place.height < top)) return null;
            return (
              <Card
                key={index}
                designer={designer}
                strings={strings}
                table={design.tables[index]}
                index={index}
                count={design.tables.length}
                x={place.x}
                y={place.y}
                height={place.height}
                width={layout.cardWidth}
                top={top}
                bottom={bottom}
                isActive={isActive}
                activeColumn={isActive ? column : undefined}
                markedName={isActive ? '' : activeName}
                editing={editing?.item[0] === index ? editing : undefined}
                pending={pending?.item[0] === index ? pending : undefined}
                dataTypes={dataTypes}
                canEdit={file.readOnly === undefined}
                query={state.query}
                isDragged={isSameItem(drag?.item, [index])}
              />
            );
          })}
          {drag !== undefined && <DropMark drag={drag} layout={layout} />}
        </div>
      )}
      {isEmpty && <EmptyState designer={designer} state={state} />}
    </main>
  );
}
