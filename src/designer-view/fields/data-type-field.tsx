import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DesignColumn, Item } from '../../designer/design.ts';
import { fill, type Strings } from '../../designer/strings.ts';
import { printable } from '../../text/printable.ts';
import { designerKeys, withKey } from '../keys.ts';
import { dataTypeLabel, nameLabel } from '../labels.ts';
import { focusTree } from '../page/focus.ts';
import { worstSeverity } from '../page/problems.tsx';
import type { Designer } from '../state/designer.ts';
import type { FieldEdit, ViewState } from '../state/view-state.ts';
import { useFieldFocus } from './name-field.tsx';

interface DataTypeFieldProps {
  readonly designer: Designer;
  readonly strings: Strings;
  readonly item: Item;
  readonly column: DesignColumn;
  readonly edit: FieldEdit | undefined;
  readonly pending: ViewState['pending'];
  readonly dataTypes: readonly string[];
  readonly canEdit: boolean;
}

/** A data type, and the combo box to choose another one. The tree handles clicks on a data type. */
export function DataTypeField(props: DataTypeFieldProps) {
  const { strings, column, edit, pending, canEdit } = props;
  if (edit?.field === 'dataType') return <DataTypeInput {...props} edit={edit} />;
  const dataType = pending?.field === 'dataType' ? pending.value : column.dataType;
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

/** A combo box with a list (ARIA Authoring Practices, "Editable Combobox With List Autocomplete"). */
function DataTypeInput({
  designer,
  strings,
  column,
  edit,
  dataTypes,
}: DataTypeFieldProps & { readonly edit: FieldEdit }) {
  const input = useFieldFocus();
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [value, setValue] = useState(column.dataType ?? '');
  const [isTyped, setTyped] = useState(false);
  const options = isTyped ? matching(dataTypes, value) : dataTypes;
  const [chosen, setChosen] = useState(() => dataTypes.indexOf(value));

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

  const commit = (text: string) => {
    designer.commitEdit(edit, text);
    focusTree();
  };
  const choose = (step: 1 | -1) => {
    if (options.length === 0) return;
    const next =
      chosen < 0 && step < 0 ? options.length - 1 : (chosen + step + options.length) % options.length;
    setChosen(next);
    setValue(options[next] ?? value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
        choose(1);
        break;
      case 'ArrowUp':
        choose(-1);
        break;
      case 'Enter':
      case 'Tab':
        commit(value);
        break;
      case 'Escape':
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
        aria-label={fill(strings.dataTypeOf, nameLabel(column.name, strings))}
        value={value}
        spellcheck={false}
        onInput={({ currentTarget }) => {
          setValue(currentTarget.value);
          setTyped(true);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => designer.commitEdit(edit, value)}
      />
      <div
        ref={list}
        id={listId}
        class={options.length === 0 ? 'options none' : 'options'}
        role="listbox"
        aria-label={strings.dataTypes}
      >
        {options.map((option, index) => (
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            class={index === chosen ? 'option chosen' : 'option'}
            aria-selected={index === chosen}
            // Before the input loses the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              commit(option);
            }}
          >
            {printable(option, 80)}
          </div>
        ))}
      </div>
    </span>
  );
}

/** The data types that begin with a text, then those that contain it. */
function matching(dataTypes: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const place = (dataType: string) => dataType.toLowerCase().indexOf(wanted);
  const found = dataTypes.filter((dataType) => place(dataType) >= 0);
  return [...found.filter((each) => place(each) === 0), ...found.filter((each) => place(each) > 0)];
}
