const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const replacement = 0xfffd;

/**
 * Decodes EUC-KR as the Encoding Standard (section 13.2.1) and Windows know it, with all 11,172 syllables: Node.js has only the
 * 2,350 of KS X 1001. The others have the pairs of bytes that KS X 1001 leaves free, in the order of Unicode.
 */
export class KoreanDecoder {
  readonly encoding = 'euc-kr';
  readonly #units = codeUnits();
  #lead = 0;

  decode(
    input: Uint8Array = new Uint8Array(0),
    { stream = false }: { readonly stream?: boolean } = {},
  ): string {
    const parts: string[] = [];
    let units: number[] = [];
    for (const byte of input) {
      if (this.#lead > 0) {
        const unit = this.#units[this.#lead * 256 + byte] || replacement;
        this.#lead = 0;
        units.push(unit);
        // A byte of ASCII is a character of its own.
        if (unit === replacement && byte < 0x80) units.push(byte);
      } else if (byte < 0x80) units.push(byte);
      else if (byte > 0x80 && byte < 0xff) this.#lead = byte;
      else units.push(replacement);
      if (units.length > 8000) {
        parts.push(String.fromCharCode(...units));
        units = [];
      }
    }
    if (!stream && this.#lead > 0) {
      this.#lead = 0;
      units.push(replacement);
    }
    return parts.join('') + String.fromCharCode(...units);
  }
}

/** By both bytes; 0 where they are no character. */
function codeUnits(): Uint16Array {
  const units = new Uint16Array(0x10000);
  const known = new Set<number>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead < 0xff; lead++)
    for (let trail = 0xa1; trail < 0xff; trail++) {
      const unit = decoder.decode(Uint8Array.of(lead, trail)).charCodeAt(0);
      // ICU has private characters in the rows that KS X 1001 leaves to users.
      if (unit === replacement || (unit >= 0xe000 && unit <= 0xf8ff)) continue;
      units[lead * 256 + trail] = unit;
      known.add(unit);
    }
  units[0xa2e6] = 0x20ac;
  units[0xa2e7] = 0xae;
  let syllable = firstSyllable;
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail < (lead > 0xa0 ? 0xa1 : 0xff); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (known.has(syllable)) syllable++;
      if (syllable > lastSyllable) return units;
      units[lead * 256 + trail] = syllable++;
    }
  return units;
}
