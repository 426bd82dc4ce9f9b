import type { DataStrings } from './data-messages.ts';

interface TableChoiceProps {
  readonly strings: DataStrings;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** How many tables are selected, and how many there are. */
  readonly selected: number;
  readonly count: number;
  /** Selects or deselects what the filter shows; `undefined`: tables can't be deselected. */
  readonly onSelect: ((isSelected: boolean) => void) | undefined;
}

/** Finds tables among many, and selects those that are found. */
export function TableChoice({ strings, filter, onFilter, selected, count, onSelect }: TableChoiceProps) {
  return (
    <search class="table-choice">
      <input
        type="text"
        aria-label={strings.filter}
        placeholder={strings.filter}
        spellcheck={false}
        value={filter}
        onInput={({ currentTarget }) => onFilter(currentTarget.value)}
      />
      {onSelect && (
        <>
          <button type="button" class="note-button" onClick={() => onSelect(true)}>
            {strings.all}
          </button>
          <button type="button" class="note-button" onClick={() => onSelect(false)}>
            {strings.none}
          </button>
          <span class="muted" role="status">
            {strings.selected.replace('{0}', String(selected)).replace('{1}', String(count))}
          </span>
        </>
      )}
    </search>
  );
}
