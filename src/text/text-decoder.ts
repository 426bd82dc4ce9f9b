import { KoreanDecoder } from './korean-decoder.ts';

/** Windows-1252's characters for the bytes 0x80 to 0x9F (WHATWG Encoding Standard, index-windows-1252.txt). */
const specialCharacters =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Code units for each byte. */
const windows1252 = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? specialCharacters.charCodeAt(byte - 0x80) : byte,
);

/** Arguments of one call. */
const maxArguments = 8192;

/** The name of an encoding by any of its labels; `undefined` for an unknown one. */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Decodes bytes, in parts if `stream` is set. */
export type Decoder = Pick<InstanceType<typeof TextDecoder>, 'encoding' | 'decode'>;

/**
 * `new TextDecoder`, the same on each platform. windows-1252 has several labels, among them `latin1`, `iso-8859-1` and
 * `ascii` (WHATWG Encoding Standard, section 4.2). Throws `RangeError` for an unknown label.
 */
export function textDecoder(label: string, options?: ConstructorParameters<typeof TextDecoder>[1]): Decoder {
  const decoder = new TextDecoder(label, options);
  // One decoder in the Encoding Standard, two on several versions of Node.js.
  if (decoder.encoding === 'gbk') return new TextDecoder('gb18030', options);
  if (decoder.encoding === 'euc-kr') return new KoreanDecoder();
  // Several versions of Node.js decode windows-1252 as Latin-1 (nodejs/node#60888).
  return decoder.encoding === 'windows-1252' ? new Windows1252Decoder() : decoder;
}

class Windows1252Decoder implements Decoder {
  readonly encoding = 'windows-1252';

  decode(input: Uint8Array = new Uint8Array(0)): string {
    const units = new Uint16Array(input.length);
    for (let i = 0; i < input.length; i++) units[i] = windows1252[input[i] as number] as number;
    let text = '';
    for (let start = 0; start < units.length; start += maxArguments)
      text += String.fromCharCode(...units.subarray(start, start + maxArguments));
    return text;
  }
}
