import { flushSync } from 'preact/compat';
import { commandOf } from '../keys.ts';
import type { Designer } from '../state/designer.ts';

/** They do nothing alone, or belong to an input method. */
const notHeld = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process']);

/**
 * Keeps the keys that are pressed while the extension answers. Then they are pressed again, where the focus is at that
 * time: what they do doesn't depend on how long the answer takes. A key that is held down repeats after the answer.
 */
export function holdKeys(designer: Designer, draw: () => void): void {
  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || !designer.isWaiting || event.isComposing || notHeld.has(event.key)) return;
    event.preventDefault();
    // VS Code listens, too.
    event.stopImmediatePropagation();
    if (event.repeat) return;
    designer.whenAnswered(() => {
      draw();
      flushSync(() => press(event));
    });
  };
  addEventListener('keydown', hold, true);
}

function press(held: KeyboardEvent): void {
  const { key, code, keyCode, ctrlKey, shiftKey, altKey, metaKey } = held;
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    keyCode,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
  });
  if (!target.dispatchEvent(event)) return;
  if (target instanceof HTMLInputElement) typeKey(event);
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

/** The editing commands of browsers, by key. */
const edits: Readonly<Record<string, string>> = { Backspace: 'delete', Delete: 'forwardDelete' };
const editsWithCtrl: Readonly<Record<string, string>> = {
  a: 'selectAll',
  c: 'copy',
  v: 'paste',
  x: 'cut',
  z: 'undo',
  'Shift+z': 'redo',
  y: 'redo',
};

/** Where the cursor goes. */
const moves: Readonly<Record<string, readonly ['backward' | 'forward', 'character' | 'lineboundary']>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

/** Does in the input that has the focus what a browser does with a key: for a key that was pressed before the input was there. */
function typeKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  // AltGr is Ctrl and Alt on Windows, and Option on macOS, where it makes no plain letters.
  const isText = key.length === 1 && !metaKey && (ctrlKey === altKey || (altKey && !/[a-z\d]/i.test(key)));
  // Caps Lock changes the letter, but not what it does.
  const withCtrl = `${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`;
  const command = isText ? 'insertText' : ctrlKey || metaKey ? editsWithCtrl[withCtrl] : edits[key];
  // Like a key, it can be undone. Browsers have nothing else for it.
  if (command !== undefined) document.execCommand(command, false, key);
  const move = moves[key];
  if (move !== undefined) document.getSelection()?.modify(shiftKey ? 'extend' : 'move', ...move);
}
