import { Scroller } from './cards/scroller.tsx';
import { Banner } from './page/banner.tsx';
import { Footer } from './page/footer.tsx';
import { Toolbar } from './page/toolbar.tsx';
import { ProblemsPopup } from './problems/problems-popup.tsx';
import type { Designer } from './state/designer.ts';
import type { ViewState } from './state/view-state.ts';

interface AppProps {
  readonly designer: Designer;
  readonly state: ViewState | undefined;
}

/** The whole view. Until the document arrives, an empty one of the same size, so that the browser has less to do then. */
export function App({ designer, state }: AppProps) {
  if (state === undefined) {
    return (
      <>
        <header class="toolbar" />
        <Scroller key="scroller" designer={designer} state={undefined} />
        <footer class="footer" />
      </>
    );
  }
  return (
    <>
      <Toolbar designer={designer} state={state} />
      <Banner designer={designer} state={state} />
      <Scroller key="scroller" designer={designer} state={state} />
      <ProblemsPopup designer={designer} state={state} />
      <Footer designer={designer} state={state} />
      <div class="announcement" aria-live="polite">
        {/* A new element each time: a text that stays the same isn't said again. */}
        <span key={state.announcement.number}>{state.announcement.text}</span>
      </div>
    </>
  );
}
