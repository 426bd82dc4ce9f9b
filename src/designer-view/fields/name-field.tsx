import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DesignItem, Item } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { nameLabel } from '../labels.ts';
import { focusTree } from '../page/focus.ts';
import { worstSeverity } from '../page/problems.tsx';
import type { CardView } from '../state/designer.ts';
import { parseQuery } from '../state/navigation.ts';
import type { FieldEdit } from '../state/view-state.ts';

interface NameFieldProps {
  readonly view: CardView;
  readonly item: Item;
  readonly found: DesignItem;
  readonly edit: FieldEdit | undefined;
}

/** A name, and the input to change it. */
export function NameField({ view, item, found, edit }: NameFieldProps) {
  if (edit?.field === 'name')
    return <NameInput view={view} item={item} name={found.name ?? ''} edit={edit} />;
  const { name } = found;
  const severity = worstSeverity(found.problems.filter(({ field }) => field === 'name'));
  const label = nameLabel(name, view.strings);
  const isMissing = name === undefined || name.trim() === '';
  return (
    <span class={['name', isMissing ? 'missing' : '', severity ?? ''].join(' ')} title={label}>
      <Marked text={label} query={item.length === 0 ? '' : view.query} />
    </span>
  );
}

interface NameInputProps extends Pick<NameFieldProps, 'view' | 'item'> {
  readonly name: string;
  readonly edit: FieldEdit;
}

function NameInput({ view: { designer, strings }, item, name, edit }: NameInputProps) {
  const input = useFieldFocus();
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const { value } = input.current ?? { value: name };
    switch (event.key) {
      case 'Enter':
        designer.commitEdit(edit, value);
        break;
      case 'Tab':
        designer.commitEdit(edit, value, item.length === 2 && !event.shiftKey ? 'dataType' : undefined);
        break;
      case 'Escape':
        designer.cancelEdit();
        break;
      default:
        return;
    }
    event.preventDefault();
    if (designer.state.editing === undefined) focusTree();
  };
  return (
    <input
      ref={input}
      class="field name-input"
      type="text"
      defaultValue={name}
      aria-label={fill(strings.newNameOf, nameLabel(name, strings))}
      spellcheck={false}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => designer.commitEdit(edit, currentTarget.value)}
    />
  );
}

/** A text in which the first match of a search is marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const wanted = parseQuery(query).name;
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return <>{text}</>;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Focuses the input of a field when it appears, and selects its text. */
export function useFieldFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  return input;
}
