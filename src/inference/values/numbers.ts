/** Numbers of so many digits are exact as doubles; longer ones that are close to each other are compared as digits. */
export const exactDigits = 15;

/** Numbers of so many digits are calculated digit by digit, which is close enough to decide whether to compare digits. */
export const closeDigits = 22;

/** Exact as doubles. */
export const powersOfTen: Readonly<Float64Array> = Float64Array.from(
  { length: closeDigits + 1 },
  (_, power) => 10 ** power,
);

/** A number as a double, from its text. A comma may separate its decimals. */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let text = '';
  for (let i = start; i < end; i++) text += bytes[i] === 0x2c ? '.' : String.fromCharCode(bytes[i] as number);
  return Number(text);
}
