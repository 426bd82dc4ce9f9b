import type { Item } from '../../designer/design.ts';
import { designerKeys, withKey } from '../keys.ts';
import { focusTree } from '../page/focus.ts';
import { Icon, type IconName } from '../page/icons.tsx';
import type { CardView } from '../state/designer.ts';

/** For the mouse: shown under the pointer. Each has a key, so that none is a tab stop. */
export function RowActions({ view: { designer, strings }, item }: { view: CardView; item: Item }) {
  const isTable = item.length === 1;
  const act = (command: () => void) => () => {
    focusTree();
    command();
  };
  return (
    <span class="actions" aria-hidden="true">
      <Action
        icon="rename"
        label={withKey(strings.rename, designerKeys.rename)}
        onClick={act(() => designer.edit('name', item))}
      />
      <Action
        icon="addBelow"
        label={withKey(isTable ? strings.addColumn : strings.addColumnBelow, designerKeys.addColumn)}
        onClick={act(() => designer.addColumn(item))}
      />
      <Action
        icon="duplicate"
        label={withKey(strings.duplicate, designerKeys.duplicate)}
        onClick={act(() => designer.duplicate(item))}
      />
      <Action
        icon="remove"
        label={withKey(strings.remove, designerKeys.remove)}
        onClick={act(() => designer.remove([item]))}
      />
    </span>
  );
}

function Action(props: { readonly icon: IconName; readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} class="icon-button" title={props.label} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  );
}
