import type { Designer } from './designer.ts';
import type { ViewState } from './view-state.ts';

/** What the parts of the view draw, and what they report to. */
export interface ViewProps {
  readonly designer: Designer;
  readonly state: ViewState;
}
