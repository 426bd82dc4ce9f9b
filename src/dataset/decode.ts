import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../result.ts';
import { utf8SequenceEnd } from '../text/utf8.ts';
import { type SyntaxFailure, syntaxProblem } from './problem.ts';
import { positionsIn } from './text-positions.ts';

/** In bytes: V8's longest string, in UTF-16 units. */
const maxFileSize = 2 ** 29 - 24;

/** In UTF-8. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Decodes a file strictly: JSON is exchanged as UTF-8 without a byte order mark (RFC 8259, section 8.1). */
export function decodeUtf8(content: Uint8Array): Result<string, SyntaxFailure> {
  if (content.length === 0) {
    return failed('', l10n.t('The file is empty. A dataset needs a name and tables.'));
  }
  if (content.length > maxFileSize) {
    return failed('', l10n.t('The file is larger than 512 MB. Split it into several datasets.'));
  }
  if (looksLikeUtf16(content)) {
    return failed('', l10n.t('The file appears to be encoded as UTF-16. Save it as UTF-8.'));
  }
  if (startsWith(content, byteOrderMark)) {
    return failed('', l10n.t('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.'));
  }
  try {
    return success(decode(content));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const bad = firstInvalidByte(content);
  const byte = `0x${(content[bad] ?? 0).toString(16).padStart(2, '0')}`;
  return failed(
    decode(content.subarray(0, bad)),
    l10n.t('The file is not valid UTF-8: the byte {byte} is not allowed here. Save it as UTF-8.', { byte }),
  );
}

/** `before`: the text before the place that is wrong. */
function failed(before: string, message: string): Result<never, SyntaxFailure> {
  const at = positionsIn(before)(before.length);
  return failure({ kind: 'syntax', problems: [syntaxProblem(message, at)] });
}

function decode(content: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
}

/** The byte order mark that a file begins with, and the bytes after it. */
export function splitByteOrderMark(content: Uint8Array): {
  readonly mark: string;
  readonly rest: Uint8Array;
} {
  return startsWith(content, byteOrderMark)
    ? { mark: '\ufeff', rest: content.subarray(byteOrderMark.length) }
    : { mark: '', rest: content };
}

function startsWith(content: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => content[i] === byte);
}

/** UTF-16 has a byte order mark, or a zero byte next to a first ASCII character. */
function looksLikeUtf16(content: Uint8Array): boolean {
  if (startsWith(content, [0xff, 0xfe]) || startsWith(content, [0xfe, 0xff])) return true;
  return content.length >= 2 && (content[0] === 0) !== (content[1] === 0);
}

/** The offset of the first byte of the first ill-formed sequence (Unicode, table 3-7). */
function firstInvalidByte(content: Uint8Array): number {
  let i = 0;
  while (i < content.length) {
    const end = (content[i] as number) < 0x80 ? i + 1 : utf8SequenceEnd(content, i, content.length);
    if (end < 0) break;
    i = end;
  }
  return i;
}
