import type { ReadingChoices } from '../inference/source.ts';
import type { PageColumn, PageTable } from './data-messages.ts';

interface DataTableProps {
  readonly table: PageTable;
  /** The data type for fractions. */
  readonly decimalType: string;
  /** The keys of tables and columns that are deselected. */
  readonly without: ReadonlySet<string>;
  /** Of a table that is deselected, only the name is shown. */
  readonly isOneOfMany: boolean;
  /** `undefined`: columns can't be deselected. */
  readonly onSelect: ((keys: readonly string[], isSelected: boolean) => void) | undefined;
  /** A button of a note was pressed. */
  readonly onChoose: (choice: ReadingChoices) => void;
}

/** Whether nothing of a table is selected. */
export function isDeselected({ key, columns }: PageTable, without: ReadonlySet<string>): boolean {
  return without.has(key) || (columns.length > 0 && columns.every((column) => without.has(column.key)));
}

/** The keys of a table and its columns. Those of columns that the page doesn't show come with that of the table. */
export function keysOf({ key, columns }: PageTable): string[] {
  return [key, ...columns.map((column) => column.key)];
}

/** A table with what was found out about it, and its first rows. */
export function DataTable(props: DataTableProps) {
  const { table, decimalType, without, isOneOfMany, onSelect, onChoose } = props;
  const { name, key: tableKey, summary, skipped, columns, more, rows, notes } = table;
  const isLeftOut = ({ key }: PageColumn) => without.has(key);
  const isOut = isDeselected(table, without);
  const heading = (
    <h2>
      {onSelect && (isOneOfMany || columns.length > 1) ? (
        <label>
          <input
            type="checkbox"
            checked={!isOut}
            indeterminate={!isOut && columns.some(isLeftOut)}
            onChange={({ currentTarget }) => onSelect(keysOf(table), currentTarget.checked)}
          />
          {name}
        </label>
      ) : (
        name
      )}
    </h2>
  );
  if (isOneOfMany && isOut) return <article>{heading}</article>;
  return (
    <article>
      {heading}
      {summary !== '' && <p class="muted">{summary}</p>}
      {notes.length > 0 && (
        <ul class="data-notes">
          {notes.map(({ text, choices }) => (
            <li key={text}>
              {text}
              {choices.map((choice) => (
                <button
                  type="button"
                  class="note-button"
                  key={choice.label}
                  onClick={() => onChoose(choice.reading)}
                >
                  {choice.label}
                </button>
              ))}
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section class="first-rows" tabIndex={0} aria-label={name}>
        <table>
          <thead>
            {skipped.map(({ label, text }) => (
              <tr class="skipped-line muted" key={label}>
                <th scope="row">{label}</th>
                <td colSpan={Math.max(1, columns.length)}>{text}</td>
              </tr>
            ))}
            <tr>
              <td class="row-number" />
              {columns.map((column) => (
                <th scope="col" key={column.key} class={isLeftOut(column) ? 'left-out' : ''}>
                  {onSelect ? (
                    <label>
                      <input
                        type="checkbox"
                        checked={!isLeftOut(column)}
                        onChange={({ currentTarget: { checked } }) =>
                          onSelect(checked ? [tableKey, column.key] : [column.key], checked)
                        }
                      />
                      {column.name}
                    </label>
                  ) : (
                    column.name
                  )}
                  <span class="column-type">{column.dataType ?? decimalType}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <th scope="row" class="row-number muted">
                  {index + 1}
                </th>
                {columns.map((column, place) => (
                  <td key={column.key} class={isLeftOut(column) ? 'left-out' : ''}>
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more !== '' && <p class="muted">{more}</p>}
    </article>
  );
}
