/** Places a popup below a part of the page, or above, where there is no room below. */
export function placeNextTo(
  { offsetWidth, offsetHeight, style }: HTMLElement,
  { left, top, bottom }: { readonly left: number; readonly top: number; readonly bottom: number },
): void {
  const isBelow = bottom + offsetHeight + 8 < innerHeight;
  style.left = `${Math.max(Math.min(left, innerWidth - offsetWidth - 12), 8)}px`;
  style.top = `${isBelow ? bottom + 2 : Math.max(top - offsetHeight - 2, 8)}px`;
}

/** Moves the focus between the buttons of a popup, from the last one to the first. Returns whether a key does that. */
export function moveFocus(popup: HTMLElement | null, key: string): boolean {
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
