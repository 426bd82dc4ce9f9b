import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { EmptyState } from '../page/empty-state.tsx';
import type { Designer } from '../state/designer.ts';
import type { ViewState } from '../state/view-state.ts';
import { Cards } from './cards.tsx';

/** The scroll position is rounded to this, in pixels, so that scrolling a little redraws nothing. */
const scrollStep = 120;

/** What is drawn above and below the visible part, in pixels. */
const overscan = 240;

interface ScrollerProps {
  readonly designer: Designer;
  readonly state: ViewState | undefined;
}

/** The scrollable part of the view. Keeps track of which part of its content is visible. */
export function Scroller({ designer, state }: ScrollerProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [scrolled, setScrolled] = useState(0);
  const [margin, setMargin] = useState(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The first frame has the visible part only, because drawing takes longer than everything else.
  const hasState = state !== undefined;
  useEffect(() => {
    if (hasState) setMargin(overscan);
  }, [hasState]);

  const { width, height } = size;
  const isMeasured = width > 0;
  const top = scrolled - margin;
  const bottom = scrolled + height + (margin === 0 ? 0 : margin + scrollStep);
  return (
    <main
      class="scroller"
      ref={scroller}
      onScroll={({ currentTarget }) =>
        setScrolled(Math.floor(currentTarget.scrollTop / scrollStep) * scrollStep)
      }
    >
      {state !== undefined && isMeasured && !state.document.isEmpty && (
        <Cards
          designer={designer}
          state={state}
          scroller={scroller}
          width={width}
          height={height}
          top={top}
          bottom={bottom}
        />
      )}
      {state !== undefined && state.design.tables.length === 0 && (
        <EmptyState designer={designer} state={state} />
      )}
    </main>
  );
}
