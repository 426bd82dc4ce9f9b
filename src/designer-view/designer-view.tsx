import { render } from 'preact';
import type { FromView, ToView } from '../designer/view-messages.ts';
import { App } from './app.tsx';
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

/** What had the focus may be gone. VS Code focuses the page as a whole. An empty file has a button instead of the tree. */
function focusSomething(): void {
  if (!document.hasFocus() || document.activeElement !== document.body) return;
  focusTree();
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.primary-button')?.focus();
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

/** For sharp displays. */
const scale = 2;

/** What Chromium's canvas can hold, in pixels: by side and in all. */
const maxSide = 16_000;
const maxArea = 200_000_000;

/** Draws an SVG file as a PNG file, base64. A picture that is too large for a canvas is drawn smaller. */
async function drawPicture(svg: string, width: number, height: number): Promise<string | undefined> {
  const factor = Math.min(scale, maxSide / width, maxSide / height, Math.sqrt(maxArea / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(Math.floor(width * factor), 1);
  canvas.height = Math.max(Math.floor(height * factor), 1);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const url = canvas.toDataURL('image/png');
  return url.startsWith('data:image/png;base64,') ? url.slice('data:image/png;base64,'.length) : undefined;
}
