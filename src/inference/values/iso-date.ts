const zero = 0x30;

/**
 * Reads ISO 8601 dates and date-times (RFC 3339 section 5.6): a space for `T`, missing seconds, a missing offset and offsets
 * without minutes are allowed, fractions have at most 9 digits. Days and hours are checked against the calendar; a leap
 * second is allowed where one can be, at 23:59:60 UTC. The results of the last `read` are its properties, so that
 * millions of values allocate nothing.
 */
export class IsoDateReader {
  /** Seconds since 1970 in UTC, with their fraction; a time without an offset counts as UTC. */
  seconds = 0;
  /** Whether there is a space before the offset, or ` UTC`. */
  isSpaced = false;
  /** After the last byte of the value. */
  end = 0;

  /** Reads the date at `start`. Returns whether there is one; more may follow at this.end. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start < 10 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return false;
    const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
    const month = twoDigits(bytes, start + 5);
    const day = twoDigits(bytes, start + 8);
    // Not a digit makes NaN, which is neither within nor beyond bounds.
    if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return false;
    this.seconds = daysSince1970(year, month, day) * 86_400;
    this.isSpaced = false;
    this.end = start + 10;
    const separator = bytes[this.end];
    if (this.end < end && (separator === 0x54 || separator === 0x74 || separator === 0x20))
      return this.#time(bytes, this.end + 1, end);
    return true;
  }

  #time(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start < 5 || bytes[start + 2] !== 0x3a) return false;
    const hour = twoDigits(bytes, start);
    const minute = twoDigits(bytes, start + 3);
    if (!(hour <= 23 && minute <= 59)) return false;
    let second = 0;
    let fraction = 0;
    let i = start + 5;
    if (i < end && bytes[i] === 0x3a) {
      if (end - i < 3) return false;
      second = twoDigits(bytes, i + 1);
      if (!(second <= 60)) return false;
      i += 3;
      if (i < end && bytes[i] === 0x2e) {
        const first = ++i;
        for (; i < end && isDigit(bytes[i] as number); i++)
          fraction = fraction * 10 + (bytes[i] as number) - zero;
        const digits = i - first;
        if (digits < 1 || digits > 9) return false;
        fraction /= 10 ** digits;
      }
    }
    this.seconds += hour * 3600 + minute * 60 + second;
    this.end = i;
    if (i < end && !this.#offset(bytes, i, end)) return false;
    // 23:59:60 has the seconds of the next day's first.
    const isTime = second < 60 || this.seconds % 86_400 === 0;
    this.seconds += fraction;
    return isTime;
  }

  /** Reads an offset if there is one. */
  #offset(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] === 0x20 && !this.isSpaced) {
      const next = bytes[start + 1];
      const isUtc =
        next === 0x55 && bytes[start + 2] === 0x54 && bytes[start + 3] === 0x43 && start + 4 <= end;
      this.isSpaced = start + 1 < end && (isUtc || next === 0x2b || next === 0x2d || next === 0x5a);
      if (isUtc) this.end = start + 4;
      return isUtc || !this.isSpaced || this.#offset(bytes, start + 1, end);
    }
    const sign = bytes[start];
    if (sign === 0x5a || sign === 0x7a) {
      this.end = start + 1;
      return true;
    }
    if (sign !== 0x2b && sign !== 0x2d) return true;
    if (end - start < 3) return false;
    const hours = twoDigits(bytes, start + 1);
    if (!(hours <= 23)) return false;
    let minutes = 0;
    let i = start + 3;
    const minutesAt = i < end && bytes[i] === 0x3a ? i + 1 : i;
    if (minutesAt > i || (i < end && isDigit(bytes[i] as number))) {
      if (end - minutesAt < 2) return false;
      minutes = twoDigits(bytes, minutesAt);
      if (!(minutes <= 59)) return false;
      i = minutesAt + 2;
    }
    this.seconds -= (sign === 0x2b ? 1 : -1) * (hours * 3600 + minutes * 60);
    this.end = i;
    return true;
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39;
}

/** NaN for anything but digits. */
function twoDigits(bytes: Uint8Array, start: number): number {
  const tens = (bytes[start] as number) - zero;
  const ones = (bytes[start + 1] as number) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days of the proleptic Gregorian calendar, as in Howard Hinnant's "chrono-compatible low-level date algorithms". */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = ((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) | 0;
  const dayOfEra = yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0) + dayOfYear + day - 1;
  return era * 146_097 + dayOfEra - 719_468;
}
