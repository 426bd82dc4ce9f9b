import { useMemo } from 'preact/hooks';
import { fill, type Strings } from '../designer/strings.ts';
import type { ReadOnlyReason } from '../designer/view-messages.ts';
import { Scroller } from './cards/scroller.tsx';
import { keyHints } from './keys.ts';
import { Icon } from './page/icons.tsx';
import { ProblemsPopup } from './page/problems.tsx';
import { Toolbar } from './page/toolbar.tsx';
import type { Designer, ViewProps } from './state/designer.ts';
import { tablesWithSameName } from './state/navigation.ts';
import type { ViewState } from './state/view-state.ts';

interface AppProps {
  readonly designer: Designer;
  readonly state: ViewState | undefined;
}

/** The whole view. Until the document arrives, an empty one of the same size, so that the browser has less to do then. */
export function App({ designer, state }: AppProps) {
  const view = state && { designer, state };
  return (
    <>
      {view ? <Toolbar {...view} /> : <header class="toolbar" />}
      {view && <Banner {...view} />}
      <Scroller key="scroller" designer={designer} state={state} />
      {view && <ProblemsPopup {...view} />}
      {view ? <Footer {...view} /> : <footer class="footer" />}
      {state && (
        <div class="announcement" aria-live="polite">
          {/* A new element each time: a text that stays the same isn't said again. */}
          <span key={state.announcement.number}>{state.announcement.text}</span>
        </div>
      )}
    </>
  );
}

/** Why the document can't be edited here, and the way to its error. */
function Banner({ designer, state: { document, strings } }: ViewProps) {
  const { readOnly } = document;
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
