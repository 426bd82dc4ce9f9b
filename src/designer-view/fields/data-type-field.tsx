import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DesignColumn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { printable } from '../../text/printable.ts';
import { designerKeys, withKey } from '../keys.ts';
import { dataTypeLabel, nameLabel } from '../labels.ts';
import { focusTree } from '../page/focus.ts';
import { worstSeverity } from '../page/problems.tsx';
import type { CardView } from '../state/designer.ts';
import type { FieldEdit } from '../state/view-state.ts';
import {
  acceptedOf,
  choiceAfterStep,
  choiceAfterTyping,
  chosenIndex,
  type DataTypeChoice,
  optionsOf,
} from './data-type-choice.ts';
import { useFieldFocus } from './name-field.tsx';

interface DataTypeFieldProps {
  readonly view: CardView;
  readonly column: DesignColumn;
  readonly edit: FieldEdit | undefined;
}

/** A data type, and the combo box to choose another one. The tree handles clicks on a data type. */
export function DataTypeField({ view, column, edit }: DataTypeFieldProps) {
  const { strings, canEdit } = view;
  if (edit?.field === 'dataType') return <DataTypeInput {...{ view, column, edit }} />;
  const { dataType } = column;
  const severity = worstSeverity(column.problems.filter(({ field }) => field === 'dataType'));
  const kinds = ['data-type', dataType ? '' : 'missing', severity ?? '', canEdit ? 'can-edit' : ''];
  const label = dataTypeLabel(dataType, strings);
  return (
    <span
      class={kinds.join(' ')}
      title={canEdit ? `${label}\n${withKey(strings.changeDataType, designerKeys.changeDataType)}` : label}
    >
      {label}
    </span>
  );
}

/**
 * A combo box with a list (ARIA Authoring Practices, "Editable Combobox With List Autocomplete", with automatic selection): what
 * is typed filters the list, and the option that is shown as chosen is accepted. Escape closes the list, and any other text
 * can be accepted.
 */
function DataTypeInput({
  view,
  column,
  edit,
}: Pick<DataTypeFieldProps, 'view' | 'column'> & { edit: FieldEdit }) {
  const { designer, strings, dataTypes } = view;
  const input = useFieldFocus();
  const listId = useId();
  const [choice, setChoice] = useState<DataTypeChoice>({
    value: column.dataType ?? '',
    chosen: column.dataType,
  });
  const { value, typed } = choice;
  const options = optionsOf(choice, dataTypes);
  const chosen = chosenIndex(choice, options);
  const accepted = acceptedOf(choice, dataTypes);

  const commit = (text: string) => {
    designer.commitEdit(edit, text);
    focusTree();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
        setChoice(choiceAfterStep(choice, 1, dataTypes));
        break;
      case 'ArrowUp':
        setChoice(choiceAfterStep(choice, -1, dataTypes));
        break;
      case 'Enter':
      case 'Tab':
        commit(accepted);
        break;
      case 'Escape':
        // Keeps what was typed. Escape again, or before anything was typed, ends the edit.
        if (typed !== undefined && options.length > 0) {
          setChoice({ value: typed, typed, isClosed: true });
          break;
        }
        designer.cancelEdit();
        focusTree();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <span class="combo">
      <input
        ref={input}
        class="field data-type-input"
        type="text"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
        aria-label={
          edit.items
            ? fill(strings.dataTypeOfColumns, edit.items.length)
            : fill(strings.dataTypeOf, nameLabel(column.name, strings))
        }
        value={value}
        spellcheck={false}
        onInput={({ currentTarget }) => setChoice(choiceAfterTyping(currentTarget.value, dataTypes))}
        onKeyDown={onKeyDown}
        onBlur={() => designer.commitEdit(edit, accepted)}
      />
      <OptionList id={listId} label={strings.dataTypes} {...{ options, chosen }} onAccept={commit} />
    </span>
  );
}

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly onAccept: (option: string) => void;
}

function OptionList({ id, label, options, chosen, onAccept }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // Above the field, where there is no room below.
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const { bottom } = box.getBoundingClientRect();
    const limit = box.closest('.scroller')?.getBoundingClientRect().bottom ?? bottom;
    if (bottom > limit) box.classList.add('above');
  }, []);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      class={options.length === 0 ? 'options none' : 'options'}
      role="listbox"
      aria-label={label}
    >
      {options.map((option, index) => (
        <div
          key={option}
          id={`${id}-${index}`}
          role="option"
          class={index === chosen ? 'option chosen' : 'option'}
          aria-selected={index === chosen}
          // Before the input loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onAccept(option);
          }}
        >
          {printable(option, 80)}
        </div>
      ))}
    </div>
  );
}
