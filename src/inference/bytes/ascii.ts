/** A part of the bytes as text, a character each. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

/** Whether an ASCII text is at a position. */
export function startsWith(bytes: Uint8Array, text: string, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Where an ASCII text occurs first from a position on; −1 if nowhere. */
export function indexOfText(bytes: Uint8Array, text: string, start: number): number {
  const first = text.charCodeAt(0);
  let i = bytes.indexOf(first, start);
  while (i >= 0 && !startsWith(bytes, text, i)) i = bytes.indexOf(first, i + 1);
  return i;
}
