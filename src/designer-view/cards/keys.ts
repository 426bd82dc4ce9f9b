import { focusSearch } from '../page/focus.ts';
import type { Designer } from '../state/designer.ts';

/** A key with its modifiers, such as `Shift+Alt+ArrowDown`; Ctrl also means Cmd. */
function keyOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const modifiers = [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(shiftKey && key.length > 1 ? ['Shift'] : []),
    ...(altKey ? ['Alt'] : []),
  ];
  return [...modifiers, key.length === 1 ? key.toLowerCase() : key].join('+');
}

const commands: Readonly<Record<string, (designer: Designer) => void>> = {
  ArrowDown: (designer) => designer.step(1),
  ArrowUp: (designer) => designer.step(-1),
  ArrowRight: (designer) => designer.stepIn(),
  ArrowLeft: (designer) => designer.stepOut(),
  PageDown: (designer) => designer.stepTable(1),
  PageUp: (designer) => designer.stepTable(-1),
  Home: (designer) => designer.stepToEnd('first'),
  End: (designer) => designer.stepToEnd('last'),
  Enter: (designer) => designer.goToText(),
  F2: (designer) => designer.edit('name'),
  t: (designer) => designer.edit('dataType'),
  Insert: (designer) => designer.addColumn(),
  'Ctrl+Enter': (designer) => designer.addColumn(),
  'Shift+Insert': (designer) => designer.addTable(),
  'Ctrl+Shift+Enter': (designer) => designer.addTable(),
  'Shift+Alt+ArrowDown': (designer) => designer.duplicate(),
  'Alt+ArrowDown': (designer) => designer.moveBy(1),
  'Alt+ArrowUp': (designer) => designer.moveBy(-1),
  Delete: (designer) => designer.remove(),
  'Ctrl+Backspace': (designer) => designer.remove(),
  F8: (designer) => designer.stepToProblem(1),
  'Shift+F8': (designer) => designer.stepToProblem(-1),
  F3: (designer) => designer.stepToMatch(1),
  'Shift+F3': (designer) => designer.stepToMatch(-1),
  'Ctrl+.': (designer) => designer.showProblems(),
  Escape: (designer) => designer.closeProblems(),
  '/': focusSearch,
  'Ctrl+f': focusSearch,
};

/**
 * What a key does in the cards. Keys of a field that is edited there are its own. VS Code doesn't get the keys that mean
 * something here: Insert would change how its text editors type.
 */
export function onTreeKey(event: KeyboardEvent, designer: Designer): void {
  if (event.target !== event.currentTarget || event.isComposing) return;
  const { key, ctrlKey, metaKey, altKey } = event;
  const isCharacter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  if (isCharacter && designer.typeAhead(key)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const command = commands[keyOf(event)];
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  command(designer);
}
