import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BatchPageContent, FromBatchPage, PageRow } from './batch-messages.ts';
import './batch.css';

declare function acquireVsCodeApi(): { readonly postMessage: (message: FromBatchPage) => void };

const vscode = acquireVsCodeApi();

/** The results of a batch, and what can be done about them. */
function BatchPage({ content }: { readonly content: BatchPageContent }) {
  const { title, facts, counts, buttons, headings, rows, more } = content;
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    // A button goes when what it is for is done.
    if (document.hasFocus() && document.activeElement === document.body)
      focused.current?.querySelector('button')?.focus();
  }, [content]);
  return (
    <main onFocusIn={({ target }) => (focused.current = (target as Element).closest('tr, header'))}>
      <header class="data-header">
        <h1>{title}</h1>
        <span class="spring" />
        {buttons.map((label, index) => (
          <button
            type="button"
            class={index === 0 ? 'primary-button' : 'note-button'}
            key={label}
            onClick={() => vscode.postMessage({ kind: 'batch', label })}
          >
            {label}
          </button>
        ))}
      </header>
      {facts.map((fact) => (
        <p class="muted" key={fact}>
          {fact}
        </p>
      ))}
      <p class="counts" role="status">
        {counts}
      </p>
      <table class="batch-table">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row.document} row={row} id={`file-${index}`} />
          ))}
        </tbody>
      </table>
      {more !== '' && <p class="muted">{more}</p>}
    </main>
  );
}

function Row({ row, id }: { readonly row: PageRow; readonly id: string }) {
  const { document, file, state, level, datasetId, cause, actions } = row;
  return (
    <tr>
      <th scope="row" id={id}>
        <button
          type="button"
          class="file-button"
          onClick={() => vscode.postMessage({ kind: 'row', document, action: 'open' })}
        >
          {file}
        </button>
      </th>
      <td class={`state ${level}`}>{state}</td>
      <td class="dataset-id">{datasetId}</td>
      <td class="cause">{cause}</td>
      <td>
        {actions.map(({ action, label }) => (
          <button
            type="button"
            class="note-button"
            key={action}
            aria-describedby={id}
            onClick={() => vscode.postMessage({ kind: 'row', document, action })}
          >
            {label}
          </button>
        ))}
      </td>
    </tr>
  );
}

const root = document.body.appendChild(document.createElement('div'));
root.className = 'data-page';
window.addEventListener('message', ({ data }: MessageEvent<BatchPageContent>) => {
  render(<BatchPage content={data} />, root);
});
vscode.postMessage({ kind: 'ready' });
