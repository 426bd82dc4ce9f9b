import { render } from 'preact';
import { useMemo } from 'preact/hooks';
import { fill, type Strings } from '../designer/strings.ts';
import type { FromView, ReadOnlyReason, ToView } from '../designer/view-messages.ts';
import { Scroller } from './cards/scroller.tsx';
import { keyHints } from './keys.ts';
import { focusSearch, focusTree } from './page/focus.ts';
import { Icon } from './page/icons.tsx';
import { holdKeys } from './page/keyboard.ts';
import { ProblemsPopup } from './page/problems.tsx';
import { Toolbar } from './page/toolbar.tsx';
import { Designer, type ViewProps } from './state/designer.ts';
import { tablesWithSameName } from './state/navigation.ts';
import type { DesignerPage } from './state/view-control.ts';
import { type KeptState, stateOnOpen } from './state/view-state.ts';
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
  if (designer === undefined) return;
  const { active, query } = designer.state;
  vscode.setState({ active, query });
  render(<App designer={designer} state={designer.state} />, root);
  focusSomething();
}

/** What had the focus may be gone. VS Code focuses the page as a whole. An empty file has a button instead of the tree. */
function focusSomething(): void {
  if (!document.hasFocus() || document.activeElement !== document.body) return;
  focusTree();
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.primary-button')?.focus();
}

/** `undefined` until the document arrives. */
let designer: Designer | undefined;
const page: DesignerPage = {
  post: (message) => vscode.postMessage(message),
  onChange: drawSoon,
  drawPicture,
  focusSearch,
};
addEventListener('message', ({ data }: MessageEvent<ToView>) => {
  if (data.kind !== 'open') return designer?.receive(data);
  designer = new Designer(page, stateOnOpen(data, vscode.getState() ?? { active: [], query: '' }));
  holdKeys(designer, draw);
  draw();
});
addEventListener('focus', focusSomething);
vscode.postMessage({ kind: 'ready', isNew: vscode.getState() === undefined });

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

function App(view: ViewProps) {
  const { announcement } = view.state;
  return (
    <>
      <Toolbar {...view} />
      <Banner {...view} />
      <Scroller {...view} />
      <ProblemsPopup {...view} />
      <Footer {...view} />
      <div class="announcement" aria-live="polite">
        {/* A new element each time: a text that stays the same isn't said again. */}
        <span key={announcement.number}>{announcement.text}</span>
      </div>
    </>
  );
}

/** Why the document can't be edited here, or isn't checked, and the way to the error. */
function Banner({ designer, state: { document, strings } }: ViewProps) {
  const { readOnly, unjudged } = document;
  if (readOnly === undefined && unjudged !== undefined)
    return (
      <div class={unjudged.isError ? 'banner error' : 'banner'} role="alert">
        <Icon name={unjudged.isError ? 'error' : 'info'} />
        <span>{unjudged.message}</span>
        <button type="button" class="link" onClick={() => designer.showProjectFile()}>
          {strings.openProjectFile}
        </button>
      </div>
    );
  if (readOnly === undefined || document.isEmpty) return null;
  const isError = readOnly.kind === 'syntax-error';
  return (
    <div class={isError ? 'banner error' : 'banner'} role="alert">
      <Icon name={isError ? 'error' : 'info'} />
      <span>
        {describe(readOnly, strings)}
        {isError && <span class="muted"> {strings.readOnlyUntilFixed}</span>}
      </span>
      {isError && (
        <button type="button" class="link" onClick={() => designer.goToError()}>
          {strings.goToError}
        </button>
      )}
    </div>
  );
}

function describe(reason: ReadOnlyReason, strings: Strings): string {
  switch (reason.kind) {
    case 'syntax-error':
      return fill(strings.syntaxError, reason.line, reason.message);
    case 'too-large':
      return strings.tooLarge;
    case 'read-only-file':
      return strings.readOnlyFile;
  }
}

/** The most useful keys, and where else the active column's name occurs. */
function Footer({ state }: ViewProps) {
  const { design, active, strings } = state;
  const others = useMemo(() => tablesWithSameName(design, active), [design, active]);
  const keys = keyHints(state);
  return (
    <footer class="footer">
      <span class="keys">
        {keys.map(([key, label]) => (
          <span key={key}>
            <kbd>{key}</kbd> {label}
          </span>
        ))}
      </span>
      <span class="others">
        {others === 1 ? strings.alsoInOneTable : others > 1 ? fill(strings.alsoInTables, others) : ''}
      </span>
    </footer>
  );
}
