import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ReadingChoices, withChoice } from '../inference/source.ts';
import type { DataPageContent, FromDataPage, PageTable, ToDataPage } from './data-messages.ts';
import { DataTable, isDeselected, keysOf } from './data-table.tsx';
import { Choice, Option } from './options.tsx';
import { TableChoice } from './table-choice.tsx';
import './data.css';

declare function acquireVsCodeApi(): { readonly postMessage: (message: FromDataPage) => void };

const vscode = acquireVsCodeApi();

/** More tables than this have a filter. */
const manyTables = 10;

/** What data files contain, how to read them, and what to make of them. */
function DataPage({ content, progress }: { readonly content: DataPageContent; readonly progress: string }) {
  const {
    title,
    strings,
    options,
    tables,
    shared,
    skipped,
    problems,
    formats,
    decimalTypes,
    selectsColumns,
  } = content;
  const [reading, setReading] = useState(content.reading);
  const [isMerged, setMerged] = useState(content.isMerged ?? false);
  const [format, setFormat] = useState(formats[0]);
  const [decimalType, setDecimalType] = useState(decimalTypes[0] ?? '');
  const [filter, setFilter] = useState('');
  /** The keys of the tables and columns that are deselected. */
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const accept = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // VS Code focuses the page as a whole.
    const focus = () => {
      if (document.activeElement === document.body) accept.current?.focus();
    };
    focus();
    window.addEventListener('focus', focus);
    return () => window.removeEventListener('focus', focus);
  }, []);
  useEffect(() => {
    // The button of a note goes with its note.
    if (document.activeElement === document.body)
      (document.querySelector<HTMLElement>('.note-button') ?? accept.current)?.focus();
  }, [content]);

  const read = (changed: ReadingChoices, merged = isMerged) => {
    setReading(changed);
    setMerged(merged);
    vscode.postMessage({ kind: 'read', reading: changed, isMerged: merged });
  };
  /** What the button of a note offers. Texts that mean no value are added to those that were chosen before. */
  const choose = (choice: ReadingChoices) => {
    const nulls = [...new Set([...(reading.nulls ?? []), ...(choice.nulls ?? [])])];
    read(withChoice(reading, { ...choice, nulls: nulls.length === 0 ? undefined : nulls }));
  };
  const select = (keys: readonly string[], isSelected: boolean) => {
    const changed = new Set(without);
    for (const key of keys) isSelected ? changed.delete(key) : changed.add(key);
    setWithout(changed);
  };
  const selected = tables.filter((table) => !isDeselected(table, without)).length;
  const isEmpty = selected === 0;
  const isMany = tables.length > manyTables;
  const isFound = ({ name }: PageTable) => name.toLowerCase().includes(filter.trim().toLowerCase());
  const found = isMany ? tables.filter(isFound) : tables;
  const send = () => {
    const invalid = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else if (!isEmpty)
      vscode.postMessage({ kind: 'accept', answer: { format, decimalType, without: [...without] } });
  };

  return (
    <main
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // A field reports what was typed when it loses the focus.
        accept.current?.focus();
        send();
      }}
    >
      <header class="data-header">
        <h1>{title}</h1>
        <span class="spring" />
        {formats.length > 0 && (
          <Choice
            label={strings.format}
            choices={formats.map((each) => ({ label: each.toUpperCase(), value: each }))}
            value={format}
            onChange={(value) => setFormat(String(value))}
          />
        )}
        {decimalTypes.length > 1 && (
          <Choice
            label={strings.decimalType}
            choices={decimalTypes.map((each) => ({ label: each, value: each }))}
            value={decimalType}
            onChange={(value) => setDecimalType(String(value))}
          />
        )}
        <button type="button" class="primary-button" ref={accept} disabled={isEmpty} onClick={send}>
          {strings.accept}
        </button>
      </header>
      {decimalTypes.length > 1 && <p class="muted">{strings.decimalTypeHint}</p>}
      {(options.length > 0 || content.isMerged !== undefined) && (
        <fieldset class="reading-options">
          <legend>{strings.options}</legend>
          {options.map((option) => (
            <Option
              key={option.name}
              option={option}
              strings={strings}
              value={reading[option.name]}
              onChange={(value) => read(withChoice(reading, { [option.name]: value }))}
            />
          ))}
          {content.isMerged !== undefined && (
            <label class="merge">
              <input
                type="checkbox"
                checked={isMerged}
                onChange={({ currentTarget }) => read(reading, currentTarget.checked)}
              />
              {strings.merge}
            </label>
          )}
        </fieldset>
      )}
      <p class="data-progress muted" role="status">
        {progress}
      </p>
      {problems.map((problem) => (
        <div class="banner error" role="alert" key={problem}>
          {problem}
        </div>
      ))}
      {[...skipped, ...shared].map((text) => (
        <p class="muted" key={text}>
          {text}
        </p>
      ))}
      {isMany && (
        <TableChoice
          strings={strings}
          filter={filter}
          onFilter={setFilter}
          selected={selected}
          count={tables.length}
          onSelect={selectsColumns ? (isSelected) => select(found.flatMap(keysOf), isSelected) : undefined}
        />
      )}
      {found.map((table) => (
        <DataTable
          key={table.key}
          table={table}
          decimalType={decimalType}
          without={without}
          isOneOfMany={isMany}
          onSelect={selectsColumns ? select : undefined}
          onChoose={choose}
        />
      ))}
    </main>
  );
}

const root = document.body.appendChild(document.createElement('div'));
root.className = 'data-page';
let content: DataPageContent | undefined;
window.addEventListener('message', ({ data }: MessageEvent<ToDataPage>) => {
  if (data.kind === 'show') content = data.content;
  const progress = data.kind === 'progress' ? data.text : (content?.status ?? '');
  if (content) render(<DataPage content={content} progress={progress} />, root);
});
vscode.postMessage({ kind: 'ready' });
