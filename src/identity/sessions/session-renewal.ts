import { randomUUID } from 'node:crypto';
import type { Result } from '../../result.ts';
import type { CrossWindowLock, Turn } from '../../storage/folder-lock.ts';
import type { Clock } from '../../system/clock.ts';
import type { AccessToken, SessionEnd, TokenFailure } from '../grant.ts';
import {
  type IdentitySession,
  isBehind,
  isOutdated,
  type RefusedClient,
  readNote,
  type SessionState,
  type SessionStore,
  writtenNote,
} from '../identity-session.ts';
import type { Granted } from '../provider/grant-request.ts';
import { refreshTokenStatus } from '../refresh-token-status.ts';
import { isUsable } from './token-lifetime.ts';

/** How long it may take until this window sees another window's change, in milliseconds. */
const maxPropagationDelay = 2_000;
/** How long a refresh may take in a window that doesn't share the lock's folder, such as a remote one; milliseconds. */
const maxRefreshTime = 10_000;
const pollInterval = 50;

/** Sends a refresh token. `send` is called at most once; its answer is awaited even if the caller cancels. */
export interface Refresher {
  send(refreshToken: string): Promise<Result<Granted, TokenFailure>>;
}

export type Renewal =
  | AccessToken
  | TokenFailure
  /** There is no refresh token; the user has to sign in. */
  | { readonly kind: 'nothing-to-renew' }
  /** The provider has just ended the session; the user has to sign in. */
  | { readonly kind: 'ended'; readonly end: SessionEnd };

export interface RenewalRequest {
  readonly signal: AbortSignal;
  /** The token that the gateway has just refused. */
  readonly rejected?: string | undefined;
  /** Of how the client authenticates: after a refused client, the refresh token isn't sent until this changes. */
  readonly fingerprint: string;
  /** Called when a refresh is due. */
  readonly connect: () => Promise<Result<Refresher, TokenFailure>>;
}

interface RecentSession {
  readonly session: IdentitySession | undefined;
  /**
   * Another window has renewed it, and this window doesn't see that: the web workbench of VS Code's server reads the secrets
   * only when a window opens.
   */
  readonly outdated: boolean;
}

/** Renews the session of one environment, with one refresh at a time across all windows. */
export class SessionRenewal {
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #lock: CrossWindowLock;
  readonly #clock: Clock;

  /** `key` identifies the session among all that use the lock. */
  constructor(store: SessionStore, key: string, lock: CrossWindowLock, clock: Clock) {
    this.#store = store;
    this.#key = key;
    this.#lock = lock;
    this.#clock = clock;
  }

  /** The token of a session; undefined if it has to be renewed. */
  usable(session: IdentitySession | undefined, rejected?: string): AccessToken | undefined {
    const access = session?.access;
    if (!session || !access || access.token === rejected || !isUsable(access, this.#clock.now()))
      return undefined;
    return this.#tokenOf(access.token, session, access.expiresAt);
  }

  /** Gets a token with the refresh token, unless another window has renewed the session. */
  async renew({ signal, rejected, fingerprint, connect }: RenewalRequest): Promise<Renewal> {
    return this.#lock.run(this.#key, signal, async (turn) => {
      const { session, outdated } = await this.#recent(turn, signal);
      const kept = this.usable(session, rejected);
      if (kept) return kept;
      if (signal.aborted) return { kind: 'cancelled' };
      if (!session?.refresh) return { kind: 'nothing-to-renew' };
      if (outdated) return { kind: 'sign-in-needed', why: 'renewed-elsewhere' };
      if (session.refresh.usedAt !== undefined) return this.#lost(turn, session);
      const { refusedClient } = session.refresh;
      if (refusedClient?.fingerprint === fingerprint) return refusalOf(refusedClient);
      const refresher = await connect();
      if (!refresher.ok) return keptAfter(refresher.failure);
      if (signal.aborted) return { kind: 'cancelled' };
      // Signing out doesn't wait for its turn, and some windows have another lock: their change must not be overwritten.
      const current = await this.#store.read();
      if (current?.revision !== session.revision)
        return this.usable(current, rejected) ?? { kind: 'cancelled' };
      return this.#refresh(turn, session, { token: session.refresh.token, fingerprint }, refresher.value);
    });
  }

  /** Stores the result of a sign-in. */
  async begin(granted: Granted, requestedAt: number, signal: AbortSignal): Promise<AccessToken> {
    return this.#lock.run(this.#key, signal, async (turn) =>
      this.#keep(turn, granted, requestedAt, {
        ...(await this.#store.read()),
        idToken: undefined,
        id: randomUUID(),
      }),
    );
  }

  /** Lets the next renewal send the refresh token, although the client was refused: the user says that it is right now. */
  async forgetRefusal(signal: AbortSignal): Promise<void> {
    return this.#lock.run(this.#key, signal, async (turn) => {
      const session = await this.#store.read();
      if (session?.refresh?.refusedClient)
        await this.#write(turn, { ...session, refresh: { token: session.refresh.token } });
    });
  }

  /** Can't be cancelled: an answer that is dropped would be a lost refresh token. */
  async #refresh(
    turn: Turn,
    session: IdentitySession,
    { token: refreshToken, fingerprint }: { readonly token: string; readonly fingerprint: string },
    refresher: Refresher,
  ): Promise<Renewal> {
    const requestedAt = this.#clock.now();
    // Stored before it is sent, so that it isn't sent again after a crash.
    const used = await this.#write(
      turn,
      { ...session, refresh: { token: refreshToken, usedAt: requestedAt } },
      { needsNote: true },
    );
    const answer = await refresher.send(refreshToken);
    const current = await this.#store.read();
    // The user has signed out or in again: this answer belongs to the earlier session. Its tokens aren't revoked, because some
    // providers would revoke those of the new session, too.
    if (current?.revision !== used.revision) return { kind: 'cancelled' };
    // A provider that doesn't rotate refresh tokens returns none (RFC 6749, section 6).
    if (answer.ok)
      return this.#keep(
        turn,
        { ...answer.value, refreshToken: answer.value.refreshToken ?? refreshToken },
        requestedAt,
        used,
      );
    const after = refreshTokenStatus(answer.failure);
    // What is written follows `used`: if the clock goes back, a revision after `session` could be the one of `used` again.
    switch (after.status) {
      case 'kept':
        await this.#write(turn, { ...used, refresh: { token: refreshToken } });
        return keptAfter(answer.failure);
      case 'client-refused': {
        const { status, error, description } = after.refusal;
        const refusedClient = { fingerprint, status, error, description };
        await this.#write(turn, { ...used, refresh: { token: refreshToken, refusedClient } });
        return keptAfter(after.refusal);
      }
      case 'ended':
        await this.#forget(turn, used);
        return { kind: 'ended', end: after.end };
      case 'unknown':
        return this.#lost(turn, used);
    }
  }

  async #keep(
    turn: Turn,
    { accessToken, expiresIn, refreshToken, account, idToken }: Granted,
    requestedAt: number,
    before: Pick<Partial<IdentitySession>, 'id' | 'revision' | 'account' | 'idToken'>,
  ): Promise<AccessToken> {
    // A refresh may omit the ID token (OpenID Connect Core, section 12.2).
    const knownAccount = account ?? before.account;
    const knownIdToken = idToken ?? before.idToken;
    const session = await this.#write(turn, {
      id: before.id,
      revision: before.revision ?? 0,
      account: knownAccount,
      idToken: knownIdToken,
      ...(refreshToken !== undefined && { refresh: { token: refreshToken } }),
      // The lifetime starts before the request, so that a slow answer doesn't extend it.
      ...(expiresIn !== undefined && {
        access: { token: accessToken, issuedAt: requestedAt, expiresAt: requestedAt + expiresIn * 1000 },
      }),
    });
    return this.#tokenOf(accessToken, session, session.access?.expiresAt);
  }

  async #lost(turn: Turn, session: IdentitySession): Promise<TokenFailure> {
    await this.#forget(turn, session);
    return { kind: 'sign-in-needed', why: 'answer-lost' };
  }

  /** Deletes the tokens; the account stays known. */
  async #forget(turn: Turn, { id, revision, account }: IdentitySession): Promise<void> {
    await this.#write(turn, { id, revision, account });
  }

  /**
   * The note is written before the secret: the next turn waits until it sees a secret as recent as the note. After a token was
   * sent, a note that can't be written must not lose the answer: the note from before the request is still there.
   */
  async #write(
    turn: Turn,
    session: SessionState,
    { needsNote } = { needsNote: false },
  ): Promise<IdentitySession> {
    const revision = Math.max(this.#clock.now(), session.revision + 1);
    const whole = { ...session, revision };
    let note: string | undefined;
    try {
      note = await turn.readNote();
      await turn.writeNote(writtenNote(readNote(note), whole));
    } catch (error) {
      if (needsNote) throw error;
    }
    try {
      return await this.#store.write(whole);
    } catch (error) {
      // The secret wasn't written: restore the note.
      await turn.writeNote(note ?? '').catch(() => undefined);
      throw error;
    }
  }

  /** The session as the last turn left it, even if that was in another window a moment ago. */
  async #recent(turn: Turn, signal: AbortSignal): Promise<RecentSession> {
    const note = readNote(await turn.readNote());
    let waited = 0;
    for (;;) {
      const session = await this.#store.read();
      const usedAt = session?.refresh?.usedAt;
      const age = usedAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(this.#clock.now() - usedAt);
      const behind = session !== undefined && isBehind(note, session);
      const maxWait = behind ? maxPropagationDelay : age < maxRefreshTime ? maxRefreshTime : 0;
      if (waited >= maxWait || signal.aborted)
        return { session, outdated: session !== undefined && isOutdated(note, session) };
      await this.#clock.sleep(pollInterval, signal);
      waited += pollInterval;
    }
  }

  #tokenOf(
    accessToken: string,
    { account, refresh }: Pick<IdentitySession, 'account' | 'refresh'>,
    expiresAt: number | undefined,
  ): AccessToken {
    return {
      kind: 'token',
      accessToken,
      expiresAt,
      ...(refresh && { renewable: true }),
      account,
    };
  }
}

function refusalOf({ status, error, description }: RefusedClient): TokenFailure {
  return { kind: 'refused', status, error, description, sessionKept: true, isEarlier: true };
}

/** The failure of a refresh that leaves the session as it was. */
function keptAfter(failure: TokenFailure): TokenFailure {
  return refreshTokenStatus(failure).status === 'unknown' ? failure : { ...failure, sessionKept: true };
}
