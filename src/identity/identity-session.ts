import type { ProviderAuthentication } from '../environments/authentication.ts';
import { isRecord } from '../is-record.ts';
import { parseJson } from '../text/parse-json.ts';
import type { EnvironmentSecrets } from './secrets/secret-vault.ts';

/** Who is signed in, by the ID token (OpenID Connect Core, sections 2 and 5.1). */
export interface Account {
  /** `sub`: the provider never reassigns it. */
  readonly id: string;
  /** What people know the account by, as plain text. */
  readonly label: string;
}

/**
 * The tokens of a sign-in and what is known about it, stored as one secret, so that another window sees a change as a whole.
 * Times are milliseconds since the epoch. The property names are those of stored sessions.
 */
export interface IdentitySession {
  /** The client, the scopes and the additional parameters that it was issued for: it isn't used for others. */
  readonly clientId: string;
  readonly scope: string;
  /** As JSON; absent if there were none. */
  readonly parameters?: string;
  /** Identifies this sign-in among others to the same environment. */
  readonly id?: string;
  /** Grows with every change. */
  readonly revision: number;
  readonly account?: Account;
  /** Identifies the browser's session to the provider when the user signs out. */
  readonly idToken?: string;
  readonly access?: { readonly token: string; readonly issuedAt: number; readonly expiresAt: number };
  readonly refresh?: {
    readonly token: string;
    /** It was sent, and no answer is stored yet: it isn't sent again. */
    readonly usedAt?: number;
    /** It isn't sent again while the client authenticates like this. */
    readonly refusedClient?: RefusedClient;
  };
}

/** How the token endpoint refused the client. Texts are plain. */
export interface RefusedClient {
  /** See `clientFingerprint`. */
  readonly fingerprint: string;
  readonly status: number;
  readonly error: string;
  readonly description: string;
}

/** The part of a session that changes. */
export type SessionState = Omit<IdentitySession, 'clientId' | 'scope' | 'parameters'>;

/** The stored session of one environment. */
export class SessionStore {
  readonly #secrets: EnvironmentSecrets;
  readonly #clientId: string;
  readonly #scope: string;
  readonly #parameters: string | undefined;

  constructor(secrets: EnvironmentSecrets, { clientId, scopes, parameters }: ProviderAuthentication) {
    this.#secrets = secrets;
    this.#clientId = clientId;
    this.#scope = scopes.join(' ');
    this.#parameters = parameters && JSON.stringify(parameters);
  }

  /** Undefined if there is none, or it was issued to another client or for other scopes. */
  async read(): Promise<IdentitySession | undefined> {
    const session = parseSession(await this.#secrets.get('issuedToken'));
    return session?.clientId === this.#clientId &&
      session.scope === this.#scope &&
      session.parameters === this.#parameters
      ? session
      : undefined;
  }

  async write(session: SessionState): Promise<IdentitySession> {
    const complete: IdentitySession = {
      ...session,
      clientId: this.#clientId,
      scope: this.#scope,
      parameters: this.#parameters,
    };
    await this.#secrets.store('issuedToken', JSON.stringify(complete));
    return complete;
  }

  async delete(): Promise<void> {
    await this.#secrets.delete('issuedToken');
  }
}

/** The refresh token and the ID token of the stored session, even if it was issued to another client or for other scopes. */
export async function storedSessionSecrets(secrets: EnvironmentSecrets): Promise<readonly string[]> {
  const session = parseSession(await secrets.get('issuedToken'));
  return [session?.refresh?.token, session?.idToken].filter((value) => value !== undefined);
}

/** Undefined for anything that `SessionStore` didn't store. */
function parseSession(text: string | undefined): IdentitySession | undefined {
  const value = parseJson(text ?? '');
  return isSession(value) ? value : undefined;
}

function isSession(value: unknown): value is IdentitySession {
  if (!isRecord(value)) return false;
  const { clientId, scope, parameters, id, revision, account, idToken, access, refresh } = value;
  return (
    typeof clientId === 'string' &&
    typeof scope === 'string' &&
    (parameters === undefined || typeof parameters === 'string') &&
    (id === undefined || typeof id === 'string') &&
    typeof revision === 'number' &&
    (account === undefined || (isRecord(account) && hasText(account.id) && hasText(account.label))) &&
    (idToken === undefined || hasText(idToken)) &&
    (access === undefined ||
      (isRecord(access) &&
        hasText(access.token) &&
        typeof access.issuedAt === 'number' &&
        typeof access.expiresAt === 'number')) &&
    (refresh === undefined ||
      (isRecord(refresh) &&
        hasText(refresh.token) &&
        (refresh.usedAt === undefined || typeof refresh.usedAt === 'number') &&
        (refresh.refusedClient === undefined || isRefusedClient(refresh.refusedClient))))
  );
}

function isRefusedClient(value: unknown): value is RefusedClient {
  return (
    isRecord(value) &&
    typeof value.fingerprint === 'string' &&
    typeof value.status === 'number' &&
    typeof value.error === 'string' &&
    typeof value.description === 'string'
  );
}

function hasText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Sign-ins to one environment by windows or browsers that share the note but no secrets. */
const maxSignIns = 8;

/** The last revision of each sign-in by its `id`, the latest last. Each turn reads the note of the turn before it. */
export type SessionNote = ReadonlyMap<string, number>;

type SessionRevision = Pick<IdentitySession, 'id' | 'revision'>;

/** Reads what `writtenNote` returned; empty for anything else. */
export function readNote(text: string | undefined): SessionNote {
  const value = parseJson(text ?? '');
  return new Map(
    (Array.isArray(value) ? value : []).filter(
      (entry): entry is [string, number] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
    ),
  );
}

export function writtenNote(note: SessionNote, { id = '', revision }: SessionRevision): string {
  const others = [...note].filter(([other]) => other !== id);
  return JSON.stringify([...others, [id, revision] as const].slice(-maxSignIns));
}

/** Whether there is a newer revision, of the same sign-in or of another. */
export function isBehind(note: SessionNote, { revision }: SessionRevision): boolean {
  return [...note.values()].some((other) => other > revision);
}

/** Whether another window has renewed this sign-in, and so has used its refresh token. */
export function isOutdated(note: SessionNote, { id = '', revision }: SessionRevision): boolean {
  return (note.get(id) ?? 0) > revision;
}
