/** An issued access token with the times that its use depends on, in milliseconds since the epoch. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly issuedAt: number;
  /** When it stops being valid, as the response told. */
  readonly expiresAt: number;
  /** The client it was issued to: a token of another client is not used. */
  readonly clientId: string;
}

const safetyMargin = 60_000;

/**
 * Whether a kept token is still good to send: until 60 s before its end, or until 90 % of its life if that is
 * sooner (contract, `expires_in`). A clock set back before the token's issue makes it unusable.
 */
export function isUsable(
  { issuedAt, expiresAt }: Pick<IssuedToken, 'issuedAt' | 'expiresAt'>,
  now: number,
): boolean {
  const usableUntil = Math.min(expiresAt - safetyMargin, issuedAt + 0.9 * (expiresAt - issuedAt));
  return now >= issuedAt && now < usableUntil;
}

export function serializeToken(token: IssuedToken): string {
  return JSON.stringify(token);
}

/** Undefined for anything that `serializeToken` didn't write. */
export function parseToken(text: string | undefined): IssuedToken | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isIssuedToken(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isIssuedToken(value: unknown): value is IssuedToken {
  if (typeof value !== 'object' || value === null) return false;
  const { accessToken, issuedAt, expiresAt, clientId } = value as Partial<Record<keyof IssuedToken, unknown>>;
  return (
    typeof accessToken === 'string' &&
    typeof issuedAt === 'number' &&
    typeof expiresAt === 'number' &&
    typeof clientId === 'string'
  );
}
