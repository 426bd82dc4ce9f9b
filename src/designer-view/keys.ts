import { type Design, type Item, itemIn, parentOf } from '../designer/design.ts';
import type { Designer } from './state/designer.ts';
import { firstIn, lastItem, nextWithProblem, stepByTable, stepFrom } from './state/navigation.ts';
import { planMoveBy } from './state/planned-change.ts';
import type { ViewState } from './state/view-state.ts';

/** A key of the cards, in one place: the view's tooltips, footer and menu come from it, and docs/designer.md is compared with it. */
export interface DesignerKey {
  /** What each key does. Ctrl also means Cmd. Where macOS has no such key, the second one is shown there. */
  readonly keys: Readonly<Record<string, (designer: Designer) => void>>;
  /** For people, unless it is the first key. */
  readonly shown?: string;
  /** In the menu of an item, by its key; `undefined` where it does nothing at the moment. */
  readonly menu?: Readonly<Record<string, (state: ViewState) => string | undefined>>;
  /** Separated from others in the menu. */
  readonly group?: 'change' | 'add' | 'clipboard' | 'show' | 'arrange';
  /** In the footer; `undefined` where the key is of no use at the moment. */
  readonly hint?: (state: ViewState) => string | undefined;
}

const canEdit = ({ document }: ViewState) => document.readOnly === undefined;
const canMove = (state: ViewState, step: 1 | -1) => canEdit(state) && planMoveBy(state, step) !== undefined;
const ofItem = (state: ViewState, label: string) =>
  canEdit(state) && state.active.length > 0 ? label : undefined;
const showProblems = ({ design, active, strings }: ViewState) =>
  (itemIn(design, active)?.problems.length ?? 0) > 0 ? strings.showProblems : undefined;
type FindNext = (design: Design, item: Item, step: 1 | -1) => Item | undefined;
const goTo = (find: FindNext, step: 1 | -1) => (designer: Designer) =>
  designer.goTo((design, item) => find(design, item, step));
const openMenu = (designer: Designer) => designer.openMenu();
const addColumn = (designer: Designer) => designer.addColumn();
const addTable = (designer: Designer) => designer.addTable();
const search = (designer: Designer) => designer.focusSearch();
const redo = (designer: Designer) => designer.runCommand('redo');
const remove = (designer: Designer) => designer.remove();

export const designerKeys = {
  step: {
    keys: { ArrowUp: goTo(stepFrom, -1), ArrowDown: goTo(stepFrom, 1) },
  },
  stepOut: {
    keys: {
      ArrowLeft: (designer) => designer.goTo((_design, item) => parentOf(item)),
      ArrowRight: (designer) => designer.goTo(firstIn),
    },
  },
  stepTable: {
    keys: { PageUp: goTo(stepByTable, -1), PageDown: goTo(stepByTable, 1) },
  },
  stepToEnd: {
    keys: { Home: (designer) => designer.goTo(() => []), End: (designer) => designer.goTo(lastItem) },
  },
  extend: {
    keys: {
      'Shift+ArrowUp': (designer) => designer.extend(-1),
      'Shift+ArrowDown': (designer) => designer.extend(1),
    },
  },
  selectAll: {
    keys: { 'Ctrl+a': (designer) => designer.selectAll() },
  },
  search: {
    keys: { '/': search, 'Ctrl+f': search },
  },
  stepToMatch: {
    keys: { F3: (designer) => designer.stepToMatch(1), 'Shift+F3': (designer) => designer.stepToMatch(-1) },
  },
  rename: {
    keys: { F2: (designer) => designer.edit('name') },
    group: 'change',
    menu: { F2: (state) => (canEdit(state) ? state.strings.rename : undefined) },
    hint: (state) => (canEdit(state) ? state.strings.rename : undefined),
  },
  changeDataType: {
    keys: { t: (designer) => designer.edit('dataType') },
    group: 'change',
    menu: {
      t: (state) => (state.active.length === 2 ? ofItem(state, state.strings.changeDataType) : undefined),
    },
    hint: (state) => (canEdit(state) && state.active.length === 2 ? state.strings.changeDataType : undefined),
  },
  addColumn: {
    keys: { Insert: addColumn, 'Ctrl+Enter': addColumn },
    group: 'add',
    menu: { Insert: (state) => ofItem(state, state.strings.addColumn) },
    hint: (state) => {
      if (!canEdit(state)) return undefined;
      return state.active.length === 0 ? state.strings.addTable : state.strings.addColumn;
    },
  },
  addTable: {
    keys: { 'Shift+Insert': addTable, 'Ctrl+Shift+Enter': addTable },
    group: 'add',
    menu: { 'Shift+Insert': (state) => (canEdit(state) ? state.strings.addTable : undefined) },
  },
  cut: {
    keys: { 'Ctrl+x': (designer) => designer.cut() },
    group: 'clipboard',
    menu: { 'Ctrl+x': (state) => ofItem(state, state.strings.cut) },
  },
  copy: {
    keys: { 'Ctrl+c': (designer) => designer.copy() },
    group: 'clipboard',
    menu: { 'Ctrl+c': ({ strings }) => strings.copy },
  },
  paste: {
    keys: { 'Ctrl+v': (designer) => designer.paste() },
    group: 'clipboard',
    menu: { 'Ctrl+v': (state) => (canEdit(state) ? state.strings.paste : undefined) },
  },
  duplicate: {
    keys: { 'Shift+Alt+ArrowDown': (designer) => designer.duplicate() },
    group: 'clipboard',
    menu: {
      'Shift+Alt+ArrowDown': (state) =>
        state.selected.length === 1 ? ofItem(state, state.strings.duplicate) : undefined,
    },
  },
  goToText: {
    keys: { Enter: (designer) => designer.goToText() },
    group: 'show',
    menu: { Enter: ({ strings }) => strings.goToText },
    hint: ({ document, strings }) => (document.isEmpty ? undefined : strings.goToText),
  },
  showProblems: {
    keys: { 'Ctrl+.': (designer) => designer.showProblems() },
    group: 'show',
    menu: { 'Ctrl+.': showProblems },
    hint: showProblems,
  },
  stepToProblem: {
    keys: { F8: goTo(nextWithProblem, 1), 'Shift+F8': goTo(nextWithProblem, -1) },
  },
  remove: {
    keys: { Delete: remove, 'Ctrl+Backspace': remove },
    group: 'arrange',
    menu: { Delete: (state) => ofItem(state, state.strings.remove) },
    hint: (state) => (canEdit(state) && state.active.length > 0 ? state.strings.remove : undefined),
  },
  move: {
    keys: {
      'Alt+ArrowUp': (designer) => designer.moveBy(-1),
      'Alt+ArrowDown': (designer) => designer.moveBy(1),
    },
    shown: 'Alt+ArrowUpArrowDown',
    group: 'arrange',
    menu: {
      'Alt+ArrowUp': (state) => (canMove(state, -1) ? state.strings.moveUp : undefined),
      'Alt+ArrowDown': (state) => (canMove(state, 1) ? state.strings.moveDown : undefined),
    },
    hint: (state) => (canEdit(state) && state.active.length > 0 ? state.strings.move : undefined),
  },
  openMenu: {
    keys: { 'Shift+F10': openMenu, ContextMenu: openMenu },
  },
  undo: {
    keys: {
      'Ctrl+z': (designer) => designer.runCommand('undo'),
      'Ctrl+Shift+z': redo,
      'Ctrl+y': redo,
    },
  },
  save: {
    keys: { 'Ctrl+s': (designer) => designer.runCommand('save') },
  },
  close: {
    keys: { Escape: (designer) => designer.closePopup() },
  },
} as const satisfies Readonly<Record<string, DesignerKey>>;

const rows: readonly DesignerKey[] = Object.values(designerKeys);
const commands = new Map(rows.flatMap(({ keys }) => Object.entries(keys)));

/** What a key does, named such as `Shift+Alt+ArrowDown`. */
export function commandOf(key: string): ((designer: Designer) => void) | undefined {
  return commands.get(key);
}

const symbols: readonly (readonly [RegExp, string])[] = [
  [/ArrowUp/, '↑'],
  [/ArrowDown/, '↓'],
  [/ArrowLeft/, '←'],
  [/ArrowRight/, '→'],
  [/Page(?=Up|Down)/, 'Page '],
  [/Escape/, 'Esc'],
  [/ContextMenu/, 'Menu'],
];
const macSymbols: typeof symbols = [
  [/Shift\+/, '⇧'],
  [/Alt\+/, '⌥'],
  [/Ctrl\+/, '⌘'],
  [/Backspace/, '⌫'],
  [/Enter/, '↩'],
];

/** A key as its keyboard names it, such as `Shift+Alt+↓`, or `⇧⌥↓` on macOS. */
export function nameOfKey(key: string, isMac: boolean): string {
  const replaced = isMac ? [...symbols, ...macSymbols] : symbols;
  const named = replaced.reduce((name, [pattern, symbol]) => name.replace(pattern, symbol), key);
  return named.replace(/\b[a-z]$/, (letter) => letter.toUpperCase());
}

/** The key to show for a command. Keyboards for macOS have neither Insert nor a Delete that deletes forward. */
export function shownKey({ keys, shown }: DesignerKey, isMac = /Mac/.test(navigator.userAgent)): string {
  const [first = '', second] = Object.keys(keys);
  const isMissing = isMac && /Insert|Delete/.test(first);
  return nameOfKey(shown ?? (isMissing ? (second ?? first) : first), isMac);
}

/** A label with the key that does the same, for a tooltip. */
export function withKey(label: string, key: DesignerKey): string {
  return `${label} (${shownKey(key)})`;
}

/** The keys that are of use at the moment, with what they do. */
export function keyHints(state: ViewState): (readonly [key: string, label: string])[] {
  return rows.flatMap((row) => {
    const label = row.hint?.(state);
    return label === undefined ? [] : [[shownKey(row), label] as const];
  });
}

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly group: DesignerKey['group'];
  readonly command: (designer: Designer) => void;
}

/** What can be done with the active item, with its keys. */
export function menuItems(state: ViewState, isMac = /Mac/.test(navigator.userAgent)): MenuItem[] {
  return rows.flatMap((row) => {
    const entries = Object.entries(row.menu ?? {});
    return entries.flatMap(([name, labelOf]) => {
      const label = labelOf(state);
      const command = row.keys[name];
      if (label === undefined || command === undefined) return [];
      const key = entries.length > 1 ? nameOfKey(name, isMac) : shownKey(row, isMac);
      return [{ key, label, group: row.group, command }];
    });
  });
}
