import { isControl } from '../bytes/utf8.ts';

/** Whether a file is no text: a compressed file, a database, an image. `head` is UTF-8 or another superset of ASCII. */
export function isForeignFormat(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 8));
  if (signatures.some((signature) => start.startsWith(signature))) return true;
  // Few text files have a control character, and those name its row; a file that is full of them is no text.
  let controls = 0;
  for (const value of head.subarray(0, 4096)) if (isControl(value)) controls++;
  return controls > 8 && controls > Math.min(head.length, 4096) / 100;
}

/** Signatures of formats that are partly text. */
const signatures = ['%PDF-', '\u001f\u008b', '\u00fd7zXZ', 'BZh91AY'];
