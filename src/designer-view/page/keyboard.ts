import { flushSync } from 'preact/compat';
import { commandOf } from '../keys.ts';
import type { Designer } from '../state/designer.ts';
import { focusTree } from './focus.ts';

/** They do nothing alone, or belong to an input method. */
const notHeld = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process']);

/**
 * Keeps the keys that are pressed while the extension answers. Then they are pressed again, where the focus is at that
 * time: what they do doesn't depend on how long the answer takes. A key that is held down repeats after the answer.
 */
export function holdKeys({ requests }: Designer, draw: () => void): void {
  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.isComposing || notHeld.has(event.key)) return;
    // Without the focus, a field accepts what was typed: it is saved, too.
    if (event.target instanceof HTMLInputElement && keyOf(event) === 'Ctrl+s') focusTree();
    else if (!requests.isWaiting || isForVSCode(event)) return;
    event.preventDefault();
    // VS Code listens, too.
    event.stopImmediatePropagation();
    if (event.repeat) return;
    requests.run(() => {
      draw();
      flushSync(() => press(event));
    });
  };
  addEventListener('keydown', hold, true);
}

/** Whether a key is a shortcut that means nothing here. It can't wait: VS Code ignores keys that a page presses. */
function isForVSCode(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey } = event;
  const isShortcut = metaKey || ctrlKey !== altKey || /^F\d/.test(key);
  return isShortcut && commandOf(keyOf(event)) === undefined;
}

/** In a field, text is inserted; the other keys that edit a text are for those that are there already. */
function press({ key, code, keyCode, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const modifiers = { ctrlKey, shiftKey, altKey, metaKey };
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    keyCode,
    ...modifiers,
    bubbles: true,
    cancelable: true,
  });
  if (!target.dispatchEvent(event)) return;
  // Like a key, it can be undone. Browsers have nothing else for it. AltGr is Ctrl and Alt on Windows.
  if (target instanceof HTMLInputElement && key.length === 1 && !metaKey && ctrlKey === altKey)
    document.execCommand('insertText', false, key);
  else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
}

/** A key with its modifiers, such as `Shift+Alt+ArrowDown`; Ctrl also means Cmd. Keyboards differ in which signs need Shift. */
function keyOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const hasCtrl = ctrlKey || metaKey;
  const modifiers = [
    ...(hasCtrl ? ['Ctrl'] : []),
    ...(shiftKey && (key.length > 1 || (hasCtrl && /^[a-z]$/i.test(key))) ? ['Shift'] : []),
    ...(altKey ? ['Alt'] : []),
  ];
  return [...modifiers, key.length === 1 ? key.toLowerCase() : key].join('+');
}

/**
 * What a key does in the cards. Keys of a field that is edited there are its own. VS Code doesn't get the keys that mean
 * something here: Insert would change how its text editors type.
 */
export function onTreeKey(event: KeyboardEvent, designer: Designer): void {
  if (event.target !== event.currentTarget || event.isComposing) return;
  const command = commandOf(keyOf(event));
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  command(designer);
}
