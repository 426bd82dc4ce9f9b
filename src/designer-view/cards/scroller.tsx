import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { focusTree } from '../page/focus.ts';
import { Icon } from '../page/icons.tsx';
import { ContextMenu } from '../page/popup.tsx';
import type { ViewProps } from '../state/designer.ts';
import { Cards } from './cards.tsx';

/** The scroll position is rounded to this, in pixels, so that scrolling a little redraws nothing. */
const scrollStep = 120;

/** What is drawn above and below the visible part, in pixels. */
const overscan = 240;

/** The scrollable part of the view. Keeps track of which part of its content is visible. */
export function Scroller({ designer, state }: ViewProps) {
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

  const { width, height } = size;
  return (
    <main
      class="scroller"
      ref={scroller}
      onScroll={({ currentTarget }) =>
        setScrolled(Math.floor(currentTarget.scrollTop / scrollStep) * scrollStep)
      }
    >
      {width > 0 && !state.document.isEmpty && (
        <Cards
          designer={designer}
          state={state}
          scroller={scroller}
          width={width}
          height={height}
          top={scrolled - overscan}
          bottom={scrolled + height + overscan + scrollStep}
        />
      )}
      {state.design.tables.length === 0 && <EmptyState designer={designer} state={state} />}
      <ContextMenu designer={designer} state={state} />
    </main>
  );
}

/** What to do where there is nothing to see. */
function EmptyState({ designer, state: { document, strings } }: ViewProps) {
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
