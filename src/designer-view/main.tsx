import { render } from 'preact';
import type { FromView, ToView } from '../designer/messages.ts';
import { App } from './app.tsx';
import { drawPicture } from './page/draw-picture.ts';
import { focusSearch, focusTree } from './page/focus.ts';
import { holdKeys } from './page/keyboard.ts';
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

let isDrawing = false;

/** Draws after the current task: several changes of the state are drawn once, and messages are sent before. */
function drawSoon(): void {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    draw();
  });
}

function draw(): void {
  const { state } = designer;
  if (state !== undefined) vscode.setState({ active: state.active, query: state.query });
  render(<App designer={designer} state={state} />, root);
  focusSomething();
}

/** What had the focus may be gone. VS Code focuses the page as a whole. */
function focusSomething(): void {
  if (document.hasFocus() && document.activeElement === document.body) focusTree();
}

const designer = new Designer({
  post: (message) => vscode.postMessage(message),
  onChange: drawSoon,
  drawPicture,
  focusSearch,
  kept: vscode.getState(),
});
addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  designer.receive(data);
});
addEventListener('focus', focusSomething);
holdKeys(designer, draw);
vscode.postMessage({ kind: 'ready', isNew: vscode.getState() === undefined });
draw();
