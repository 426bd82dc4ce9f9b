import { Cards } from './cards/cards.tsx';
import { Banner } from './page/banner.tsx';
import { Footer } from './page/footer.tsx';
import { Toolbar } from './page/toolbar.tsx';
import { ProblemsPopup } from './problems/problems-popup.tsx';
import type { Designer } from './state/designer.ts';
import type { ViewState } from './state/view-state.ts';

export interface ViewProps {
  readonly designer: Designer;
  readonly state: ViewState;
}

export function App({ designer, state }: ViewProps) {
  return (
    <>
      <Toolbar designer={designer} state={state} />
      <Banner designer={designer} state={state} />
      <Cards designer={designer} state={state} />
      <ProblemsPopup designer={designer} state={state} />
      <Footer designer={designer} state={state} />
      <div class="announcement" aria-live="polite">
        {state.announcement}
      </div>
    </>
  );
}
