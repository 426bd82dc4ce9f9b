import { useLayoutEffect, useRef } from 'preact/hooks';
import { itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { menuItems } from '../keys.ts';
import { nameLabel, textBreak } from '../labels.ts';
import type { ViewProps } from '../state/designer.ts';
import { elementId, focusTree } from './focus.ts';
import { moveFocus, placeNextTo } from './popup.ts';

/** What can be done with the active item, at the pointer or next to the item. */
export function ContextMenu({ designer, state }: ViewProps) {
  const { menu, active, design, strings } = state;
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (box.current === null || menu === undefined) return;
    const { at } = menu;
    const item = document.getElementById(elementId(active))?.getBoundingClientRect();
    placeNextTo(
      box.current,
      at ? { left: at.x, top: at.y, bottom: at.y } : (item ?? box.current.getBoundingClientRect()),
    );
    box.current.querySelector('button')?.focus();
  }, [menu]);

  if (menu === undefined) return null;
  const close = () => {
    designer.closeMenu();
    focusTree();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (!moveFocus(box.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      class="popup menu"
      role="menu"
      tabIndex={-1}
      aria-label={fill(strings.actionsOf, nameLabel(itemIn(design, active)?.name, strings))}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) designer.closeMenu();
      }}
    >
      {menuItems(state).map(({ key, label, command }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class="fix"
          onClick={() => {
            close();
            command(designer);
          }}
        >
          <span>{label}</span>
          {textBreak}
          <span class="muted">{key}</span>
        </button>
      ))}
    </div>
  );
}
