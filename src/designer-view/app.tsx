import { Banner } from './banner.tsx';
import { Cards } from './cards.tsx';
import type { Designer, ViewState } from './designer.ts';
import { Footer } from './footer.tsx';
import { ProblemsPopup } from './problems-popup.tsx';
import { Toolbar } from './toolbar.tsx';

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
