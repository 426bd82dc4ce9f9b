import { beginsEscape, codeOf, lengthOf, longestSpelling, SpelledText } from './spelled-text.ts';

/** What replaces a secret. */
export const mask = '•••';

/** A shorter secret is likely to be part of ordinary words: masking it would make texts unreadable. */
const minSecretLength = 4;

/**
 * A part of this length from the start of a longer secret is masked too, because the secret may have been cut. It also limits
 * how much is compared at each character.
 */
const minCutLength = 64;

/** The same for the end of a text: a response that was cut may end within a secret. A shorter part is likely to be there by chance. */
const minCutLengthAtEnd = 8;

/** In UTF-16 code units: so much of a line break and an escape may be left where a text was cut. */
const maxCutEscape = 24;

/** A shorter part of a Base64 text is likely to be there by chance. */
const minBase64Length = 8;

/**
 * Replaces secrets in a text in every spelling that a server could return: literally, escaped for JSON, HTML or a URL
 * (also nested and mixed), in hexadecimal digits, or in Base64, alone or within `Basic` credentials or JSON; also if lines are
 * wrapped. Linear in the length of the text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return redactor(secrets)(text);
}

/** `redact` for several texts: computes the spellings of the secrets once. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const spellings = new Spellings(secrets);
  return spellings.needles.size === 0 ? (text) => text : (text) => redactSpellings(text, spellings);
}

/** How many sets of secrets are remembered: all of them and the long ones, before and after a token is renewed. */
const maxRemembered = 4;

/** A `redactor` that remembers the spellings of the last sets of secrets: those of a batch are the same for each response. */
export function rememberingRedactor(): typeof redactor {
  const known = new Map<string, (text: string) => string>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const redact = known.get(key) ?? redactor(secrets);
    known.set(key, redact);
    for (const oldest of known.keys()) if (known.size > maxRemembered) known.delete(oldest);
    return redact;
  };
}

/** In UTF-16 code units: a beginning of a secret that isn't masked where the text is cut takes no more, spelled in the longest way. */
const longestCutSecret = minCutLength * longestSpelling;

/**
 * `redact` for the beginning of a text, at most about `longest` UTF-16 code units of it, so that a long text costs no more than is
 * shown. What could be the beginning of a secret that was cut is left out.
 */
export function redactBeginning(text: string, mask: (text: string) => string, longest: number): string {
  if (text.length <= longest) return mask(text);
  const masked = mask(text.slice(0, longest + longestCutSecret));
  return text.length <= longest + longestCutSecret
    ? masked.slice(0, longest)
    : masked.slice(0, -longestCutSecret);
}

function redactSpellings(text: string, spellings: Spellings): string {
  const search = new SecretSearch(text, spellings);
  let redacted = '';
  let copied = 0;
  for (const { start, end } of search.ranges()) {
    redacted += text.slice(copied, start) + mask;
    copied = end;
  }
  return copied === 0 ? text : redacted + text.slice(copied);
}

/** Line breaks and indentation within a secret that is wrapped are at most so many characters. */
const maxWrapping = 8;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;
const space = 0x20;
const plus = 0x2b;
const equalsSign = 0x3d;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** One spelling of a secret. */
interface Needle {
  readonly text: string;
  /** Only for Base64: whether the character before it also contains bits of the secret. */
  readonly base64?: { readonly sharesCharacterBefore: boolean };
  /** The offset to search from: matches of one needle don't overlap, so that a periodic secret takes no more time. */
  from: number;
}

/** The spellings of all secrets. */
class Spellings {
  /** By their first code unit. */
  readonly needles: ReadonlyMap<number, readonly Needle[]>;
  /** 1 for each ASCII character that a spelling can begin with. */
  readonly beginnings = new Uint8Array(128);

  constructor(secrets: readonly string[]) {
    const needles = new Map<number, Needle[]>();
    for (const needle of needlesOf(secrets)) {
      const first = needle.text.charCodeAt(0);
      for (const read of first === space ? [space, plus] : [first])
        needles.set(read, [...(needles.get(read) ?? []), needle]);
    }
    for (let code = 0; code < 128; code++)
      if (beginsEscape(code) || needles.has(code)) this.beginnings[code] = 1;
    this.needles = needles;
  }
}

class SecretSearch {
  readonly #spelled: SpelledText;
  readonly #text: string;
  readonly #needles: ReadonlyMap<number, readonly Needle[]>;
  readonly #beginnings: Uint8Array;

  constructor(text: string, { needles, beginnings }: Spellings) {
    this.#text = text;
    this.#spelled = new SpelledText(text);
    this.#needles = needles;
    this.#beginnings = beginnings;
    for (const sharing of needles.values()) for (const needle of sharing) needle.from = 0;
  }

  /** The ranges of the text that contain a secret, in order. */
  *ranges(): Generator<Range> {
    if (this.#needles.size === 0) return;
    let range: Range | undefined;
    for (let offset = 0; offset < this.#text.length; offset++) {
      const unit = this.#text.charCodeAt(offset);
      if (this.#beginnings[unit] === 0) continue;
      const found = this.#findAt(offset, unit);
      if (!found) continue;
      if (range && found.start < range.end) range = union(range, found);
      else {
        if (range) yield range;
        range = found;
      }
    }
    if (range) yield range;
  }

  #findAt(offset: number, unit: number): Range | undefined {
    if (!beginsEscape(unit)) return this.#findReadAs(offset, unit);
    let range: Range | undefined;
    for (const reading of this.#spelled.at(offset)) {
      const found = this.#findReadAs(offset, codeOf(reading));
      if (found) range = range ? union(range, found) : found;
    }
    return range;
  }

  /** The union of the matches that begin at `offset`, if the character there is read as `code`. */
  #findReadAs(offset: number, code: number): Range | undefined {
    const needles = this.#needles.get(highOf(code));
    if (!needles) return undefined;
    let range: Range | undefined;
    for (const needle of needles) {
      if (offset < needle.from) continue;
      const end = this.#endOf(needle, offset);
      if (end === undefined) continue;
      needle.from = end;
      const found = needle.base64 ? this.#wholeBase64(needle.base64, offset, end) : { start: offset, end };
      range = range ? union(range, found) : found;
    }
    return range;
  }

  /** The end of the needle, or of a long part of it, if it begins at `start`. */
  #endOf({ text }: Needle, start: number): number | undefined {
    for (let index = 0; index < text.length; index++) {
      const read = this.#text.charCodeAt(start + index);
      if (beginsEscape(read) || isLineBreak(read)) return this.#endOfSpelled(text, index, start + index);
      if (!isSame(read, text.charCodeAt(index))) return this.#endOfPart(index, start + index);
    }
    return start + text.length;
  }

  /** The same from code unit `first`, at `offset`, if the text that follows can be read in several ways. */
  #endOfSpelled(text: string, first: number, offset: number): number | undefined {
    let ends: ReadonlySet<number> = new Set([offset]);
    /** The ends of readings that also contain the next code unit. */
    let ahead = new Set<number>();
    for (let index = first; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const next = ahead;
      ahead = new Set();
      for (const end of index === 0 ? ends : this.#withoutWrapping(ends))
        for (const reading of this.#spelled.at(end)) {
          const read = codeOf(reading);
          if (read > 0xffff) {
            if (highOf(read) === code && lowOf(read) === text.charCodeAt(index + 1))
              ahead.add(end + lengthOf(reading));
          } else if (isSame(read, code)) next.add(end + lengthOf(reading));
        }
      if (next.size + ahead.size === 0) return this.#endOfPart(index, Math.max(...ends));
      ends = next;
    }
    return Math.max(...ends);
  }

  /** The offsets, and those after a line break and its indentation there. */
  #withoutWrapping(offsets: ReadonlySet<number>): ReadonlySet<number> {
    let all: Set<number> | undefined;
    for (const offset of offsets) {
      let isPart = isLineBreak;
      let end = offset;
      for (let count = 0; count < maxWrapping; count++) {
        const reading = this.#spelled.at(end).find((each) => isPart(codeOf(each)));
        if (reading === undefined) break;
        isPart = isBlank;
        end += lengthOf(reading);
        all = (all ?? new Set(offsets)).add(end);
      }
    }
    return all ?? offsets;
  }

  /** Where to mask to if only the first `length` code units of a needle are there, which end at `end`; undefined if they are too few. */
  #endOfPart(length: number, end: number): number | undefined {
    if (length >= minCutLengthAtEnd && this.#isCutAfter(end)) return this.#text.length;
    return length >= minCutLength ? end : undefined;
  }

  /** Whether the text ends here, or within a line break or an escape that begins here. */
  #isCutAfter(offset: number): boolean {
    if (this.#text.length - offset > maxCutEscape) return false;
    return /^(?:[\r\n][\r\n\t ]*|[\\%&][\\%&#;\w\t ]*)?$/.test(this.#text.slice(offset));
  }

  /** Includes the padding, and the characters at both ends that contain bits of the secret and of its neighbors. */
  #wholeBase64({ sharesCharacterBefore }: NonNullable<Needle['base64']>, start: number, end: number): Range {
    const first = sharesCharacterBefore && this.#isBase64At(start - 1) ? start - 1 : start;
    let last = this.#isBase64At(end) ? end + 1 : end;
    for (let count = 0; count < 2; count++) {
      const padding = this.#spelled.at(last).find((reading) => codeOf(reading) === equalsSign);
      last += padding === undefined ? 0 : lengthOf(padding);
    }
    return { start: first, end: last };
  }

  #isBase64At(offset: number): boolean {
    return /^[\w+/-]$/.test(this.#text.charAt(offset));
  }
}

function union(one: Range, other: Range): Range {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

function isLineBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

function isBlank(code: number): boolean {
  return isLineBreak(code) || code === space || code === tab;
}

/** In form-encoded text, a plus sign is a space. */
function isSame(read: number, code: number): boolean {
  return read === code || (code === space && read === plus);
}

function needlesOf(secrets: readonly string[]): Needle[] {
  const spelled = secrets.filter((secret) => secret.length >= minSecretLength);
  const long = [...new Set(spelled.flatMap((secret) => [secret, ...decoded(secret)]))];
  return [
    ...[...new Set(long.flatMap((secret) => [secret, ...hexadecimal(secret)]))].map((text) => ({
      text,
      from: 0,
    })),
    ...[...new Set(long.flatMap((secret) => [secret, formEncoded(secret), jsonEscaped(secret)]))].flatMap(
      base64Needles,
    ),
  ];
}

/** In small and in capital letters: the digits of its bytes, and the secret itself if it consists of such digits, as most keys do. */
function hexadecimal(secret: string): readonly string[] {
  const digits = Buffer.from(secret).toString('hex');
  return [digits, ...(/^[\da-f-]+$/i.test(secret) ? [secret.toLowerCase()] : [])].flatMap((text) => [
    text,
    text.toUpperCase(),
  ]);
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The forms of a secret that itself contains escapes, in case a server decodes it. */
function decoded(secret: string): readonly string[] {
  const attempts = [
    ...(secret.includes('\\') ? [() => String(JSON.parse(`"${secret}"`))] : []),
    ...(secret.includes('%') ? [() => decodeURIComponent(secret)] : []),
  ];
  return attempts
    .map((attempt) => {
      try {
        return attempt();
      } catch {
        return '';
      }
    })
    .filter(({ length }) => length >= minSecretLength);
}

/** RFC 4648, sections 4 and 5: the secret alone, and the parts of it that are the same in any longer text. */
function base64Needles(secret: string): Needle[] {
  const bytes = Buffer.from(secret);
  const parts = [{ text: unpadded(bytes), sharesCharacterBefore: false }];
  for (const before of [0, 1, 2]) {
    const text = unpadded(Buffer.concat([Buffer.alloc(before), bytes]));
    const endsWithin = ((before + bytes.length) * 8) % 6 !== 0;
    const part = text.slice(before === 0 ? 0 : before + 1, endsWithin ? -1 : undefined);
    if (part.length >= minBase64Length) parts.push({ text: part, sharesCharacterBefore: before > 0 });
  }
  return parts.flatMap(({ text, sharesCharacterBefore }) =>
    [...new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')])].map((spelling) => ({
      text: spelling,
      base64: { sharesCharacterBefore },
      from: 0,
    })),
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** As in `Basic` credentials (RFC 6749, section 2.3.1). */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The first code unit of a code point. */
function highOf(code: number): number {
  return code > 0xffff ? 0xd800 + ((code - 0x10000) >> 10) : code;
}

/** The second code unit of a code point beyond U+FFFF. */
function lowOf(code: number): number {
  return 0xdc00 + (code & 0x3ff);
}
