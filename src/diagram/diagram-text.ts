/** A name, or what is shown if there is none. Not localized, because a diagram is a file for everyone. */
export function boxName(name: string | undefined): string {
  if (name === undefined) return '(unnamed)';
  return name === '' ? '(empty name)' : name;
}

/**
 * Makes names unique for formats that require it: `Orders`, `Orders 2`. Names that are already unique don't change.
 */
export function uniqueLabels(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = counts.get(name) ?? 1;
    while (used.has(unique) || (unique !== name && taken.has(unique))) unique = `${name} ${++count}`;
    counts.set(name, count);
    used.add(unique);
    return unique;
  });
}

/** Longer texts don't fit a box. */
const maxCharacters = 120;

/** Widths in em. Wide rather than exact: the reader's font isn't known. */
const widths = { narrow: 0.38, usual: 0.61, wide: 0.75, widest: 1.02 } as const;

/** Scripts whose characters are as wide as they are high, and emoji. */
const square =
  /[\u1100-\u115f\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;

/** The approximate width of a text in the unit of `fontSize`. Of a text that doesn't fit a box, only the beginning counts. */
export function estimateWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text.slice(0, maxCharacters)) width += characterWidth(character);
  return width * fontSize;
}

/** The text, or as much of its beginning as fits with `…`. */
export function fitText(text: string, fontSize: number, maxWidth: number): string {
  if (text.length <= maxCharacters && estimateWidth(text, fontSize) <= maxWidth) return text;
  let fitting = '';
  let width = widths.widest;
  for (const character of text) {
    width += characterWidth(character);
    if (width * fontSize > maxWidth) break;
    fitting += character;
  }
  return `${fitting.trimEnd()}…`;
}

function characterWidth(character: string): number {
  if (/[mwMW@%]/.test(character) || square.test(character)) return widths.widest;
  if (/[ !'(),./:;I[\]fijlrt|-]/.test(character)) return widths.narrow;
  return /[A-Z0-9_&#$<>=+~^]/.test(character) ? widths.wide : widths.usual;
}
