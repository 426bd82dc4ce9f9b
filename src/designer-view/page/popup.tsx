import { type ComponentChildren, Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { menuItems } from '../keys.ts';
import { nameLabel, textBreak } from '../labels.ts';
import type { ViewProps } from '../state/designer.ts';
import { elementId, focusTree } from './focus.ts';

interface PopupProps {
  readonly role: 'menu' | 'dialog';
  readonly label: string;
  /** What it is next to, in pixels of the page. */
  readonly anchor: () => Pick<DOMRect, 'left' | 'top' | 'bottom'> | undefined;
  /** It is placed again, and its first button gets the focus, when this changes. */
  readonly content: unknown;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A box whose buttons the arrow keys go through. Escape closes it, and so does whatever else gets the focus. */
export function Popup({ role, label, anchor, content, close, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = anchor();
    if (box.current === null || place === undefined) return;
    placeNextTo(box.current, place);
    (box.current.querySelector('button') ?? box.current).focus();
  }, [content]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || (role === 'menu' && event.key === 'Tab')) {
      close();
      focusTree();
    } else if (!moveFocus(box.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      class={`popup ${role}`}
      {...{ role, 'aria-label': label }}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={({ relatedTarget, currentTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        // It stays while another window has the focus.
        if (!isInside && document.hasFocus()) close();
      }}
    >
      {children}
    </div>
  );
}

/** Below a part of the page, or above, where there is no room below. */
function placeNextTo(
  { offsetWidth, offsetHeight, style }: HTMLElement,
  { left, top, bottom }: Pick<DOMRect, 'left' | 'top' | 'bottom'>,
): void {
  const isBelow = bottom + offsetHeight + 8 < innerHeight;
  style.left = `${Math.max(Math.min(left, innerWidth - offsetWidth - 12), 8)}px`;
  style.top = `${isBelow ? bottom + 2 : Math.max(top - offsetHeight - 2, 8)}px`;
}

/** Moves the focus between the buttons of a popup, from the last one to the first. Returns whether a key does that. */
function moveFocus(popup: HTMLElement | null, key: string): boolean {
  const buttons = [...(popup?.querySelectorAll('button') ?? [])];
  const index = buttons.findIndex((button) => button.matches(':focus'));
  const next = {
    ArrowDown: (index + 1) % buttons.length,
    ArrowUp: (Math.max(index, 0) - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }[key];
  if (next === undefined) return false;
  buttons[next]?.focus();
  return true;
}

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
