import type { ReadingChoices } from '../inference/source.ts';
import type { PageColumn, PageTable } from './data-messages.ts';

interface DataTableProps {
  readonly table: PageTable;
  /** The data type for fractions. */
  readonly decimalType: string;
  /** The keys of columns that are deselected. */
  readonly without: ReadonlySet<string>;
  /** `undefined`: columns can't be deselected. */
  readonly onSelect: ((keys: readonly string[], isSelected: boolean) => void) | undefined;
  /** A button of a note was pressed. */
  readonly onChoose: (choice: ReadingChoices) => void;
}

/** A table with what was found out about it, and its first rows. */
export function DataTable({ table, decimalType, without, onSelect, onChoose }: DataTableProps) {
  const { name, summary, skipped, columns, more, rows, notes } = table;
  const isLeftOut = ({ key }: PageColumn) => without.has(key);
  return (
    <article>
      <h2>
        {onSelect && columns.length > 1 ? (
          <label>
            <input
              type="checkbox"
              checked={!columns.every(isLeftOut)}
              indeterminate={columns.some(isLeftOut) && !columns.every(isLeftOut)}
              onChange={({ currentTarget }) =>
                onSelect(
                  columns.map(({ key }) => key),
                  currentTarget.checked,
                )
              }
            />
            {name}
          </label>
        ) : (
          name
        )}
      </h2>
      <p class="muted">{summary}</p>
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
                        onChange={({ currentTarget }) => onSelect([column.key], currentTarget.checked)}
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
