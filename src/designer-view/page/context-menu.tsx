import { Fragment } from 'preact';
import { itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { menuItems } from '../keys.ts';
import { nameLabel, textBreak } from '../labels.ts';
import type { ViewProps } from '../state/designer.ts';
import { elementId, focusTree } from './focus.ts';
import { Popup } from './popup.tsx';

/** What can be done with the active item, at the pointer or next to the item. */
export function ContextMenu({ designer, state }: ViewProps) {
  const { popup, active, design, strings } = state;
  if (popup?.kind !== 'menu') return null;
  const { at } = popup;
  const close = () => designer.closePopup();
  return (
    <Popup
      role="menu"
      label={fill(strings.actionsOf, nameLabel(itemIn(design, active)?.name, strings))}
      anchor={() =>
        at
          ? { left: at.x, top: at.y, bottom: at.y }
          : document.getElementById(elementId(active))?.getBoundingClientRect()
      }
      content={popup}
      close={close}
    >
      {menuItems(state).map(({ key, label, group, command }, index, items) => (
        <Fragment key={key}>
          {index > 0 && items[index - 1]?.group !== group && <hr />}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            class="fix"
            onClick={() => {
              close();
              focusTree();
              command(designer);
            }}
          >
            <span>{label}</span>
            {textBreak}
            <span class="muted">{key}</span>
          </button>
        </Fragment>
      ))}
    </Popup>
  );
}
