import { render } from 'preact';
import type { FromView, ToView } from '../designer/messages.ts';
import { App } from './app.tsx';
import { drawPicture } from './page/draw-picture.ts';
import { focusTree } from './page/focus.ts';
import { Designer } from './state/designer.ts';
import type { KeptState } from './state/view-state.ts';
import './designer.css';

interface VsCodeApi {
  postMessage(message: FromView): void;
  getState(): KeptState | undefined;
  setState(state: KeptState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const root = document.body.appendChild(document.createElement('div'));
root.className = 'designer';

const designer = new Designer({
  post: (message) => vscode.postMessage(message),
  onChange: (state) => {
    vscode.setState({ active: state.active, query: state.query });
    render(<App designer={designer} state={state} />, root);
  },
  drawPicture,
  kept: vscode.getState(),
});
addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  designer.receive(data);
  if (data.kind === 'open' && document.hasFocus()) focusTree();
});
// VS Code focuses the page as a whole.
addEventListener('focus', () => {
  if (document.activeElement === document.body) focusTree();
});
vscode.postMessage({ kind: 'ready', isNew: vscode.getState() === undefined });
