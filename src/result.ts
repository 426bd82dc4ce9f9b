/**
 * What an operation that can be expected to fail returns. A `Failure` is a union discriminated by `kind`, so that
 * callers switch over it exhaustively. It is a localized message if all that callers do is show it. Exceptions are for bugs.
 */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Failure>(reason: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: reason };
}
