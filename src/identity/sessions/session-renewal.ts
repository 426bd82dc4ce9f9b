import { randomUUID } from 'node:crypto';
import type { Clock } from '../../storage/clock.ts';
import type { CrossWindowLock, Turn } from '../../storage/cross-window-lock.ts';
import type { AccessToken, SessionEnd, TokenFailure } from '../grants/grant.ts';
import type { Granted } from '../provider/identity-provider.ts';
import type { IdentitySession, RefusedClient, SessionState, SessionStore } from './identity-session.ts';
import { refreshTokenStatus } from './refresh-fate.ts';
import { isBehind, isOutdated, readNote, writtenNote } from './session-note.ts';
import { isUsable } from './token-lifetime.ts';

/** How long another window's change may take to arrive here, in milliseconds. */
const longestDelay = 2_000;
/** How long a refresh may be under way in a window that doesn't share the lock's folder, such as a remote one. */
const longestRefresh = 10_000;
const pollInterval = 50;

/** Sends a refresh token. `send` is called at most once, and its answer is awaited whatever happens to the caller. */
export interface Refresher {
  send(refreshToken: string): Promise<Granted | TokenFailure>;
}

export type Renewal =
  | AccessToken
  | TokenFailure
  /** There is nothing to renew with; the user has to sign in. */
  | { readonly outcome: 'nothing-to-renew' }
  /** The provider ended the session just now; the user has to sign in. */
  | { readonly outcome: 'ended'; readonly end: SessionEnd };

export interface RenewalOptions {
  readonly signal: AbortSignal;
  /** The token that the gateway has just refused. */
  readonly rejected?: string | undefined;
  /** Of how the client authenticates: a refresh token whose client was refused waits until this changes. */
  readonly fingerprint: string;
  /** Asked for once a refresh is due. */
  readonly connect: () => Promise<Refresher | TokenFailure>;
}

interface Recent {
  readonly session: IdentitySession | undefined;
  /**
   * Another window has gone on with it, and this one doesn't hear of that: the web workbench of VS Code's server reads the
   * secrets when a window opens and never again.
   */
  readonly outdated: boolean;
}

/** Keeps the session of one environment alive, one refresh at a time over all windows. */
export class SessionRenewal {
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #lock: CrossWindowLock;
  readonly #clock: Clock;

  /** `key` names the session among all that share the lock. */
  constructor(store: SessionStore, key: string, lock: CrossWindowLock, clock: Clock) {
    this.#store = store;
    this.#key = key;
    this.#lock = lock;
    this.#clock = clock;
  }

  /** The kept token of a session while it lasts; undefined where it has to be renewed. */
  usable(session: IdentitySession | undefined, rejected?: string): AccessToken | undefined {
    const access = session?.access;
    if (!session || !access || access.token === rejected || !isUsable(access, this.#clock.now()))
      return undefined;
    return this.#tokenOf(access.token, session, access.expiresAt);
  }

  /** A token by the refresh token, unless another window has renewed the session meanwhile. */
  async renew({ signal, rejected, fingerprint, connect }: RenewalOptions): Promise<Renewal> {
    return this.#lock.run(this.#key, signal, async (turn) => {
      const { session, outdated } = await this.#recent(turn, signal);
      const kept = this.usable(session, rejected);
      if (kept) return kept;
      if (signal.aborted) return { outcome: 'cancelled' };
      if (!session?.refresh) return { outcome: 'nothing-to-renew' };
      if (outdated) return { outcome: 'sign-in-needed', why: 'renewed-elsewhere' };
      if (session.refresh.usedAt !== undefined) return this.#lost(turn, session);
      const { refusedClient } = session.refresh;
      if (refusedClient?.fingerprint === fingerprint) return refusalOf(refusedClient);
      const refresher = await connect();
      if ('outcome' in refresher) return refresher;
      if (signal.aborted) return { outcome: 'cancelled' };
      return this.#refresh(turn, session, { token: session.refresh.token, fingerprint }, refresher);
    });
  }

  /** Keeps what a sign-in gave. */
  async begin(granted: Granted, requestedAt: number, signal: AbortSignal): Promise<AccessToken> {
    return this.#lock.run(this.#key, signal, async (turn) =>
      this.#keep(turn, granted, requestedAt, { ...(await this.#store.read()), id: randomUUID() }),
    );
  }

  /** From here on nothing is cancelled: an answer that nobody waits for would be a refresh token lost. */
  async #refresh(
    turn: Turn,
    session: IdentitySession,
    { token: refreshToken, fingerprint }: { readonly token: string; readonly fingerprint: string },
    refresher: Refresher,
  ): Promise<Renewal> {
    const requestedAt = this.#clock.now();
    // Written down before it is sent: whoever finds it so after a crash knows not to send it again.
    const used = await this.#write(
      turn,
      { ...session, refresh: { token: refreshToken, usedAt: requestedAt } },
      { needsNote: true },
    );
    const answer = await refresher.send(refreshToken);
    const current = await this.#store.read();
    // Signed out or signed in anew meanwhile: what came belongs to a session that is no more.
    if (current?.revision !== used.revision) return { outcome: 'cancelled' };
    if (answer.outcome === 'granted') return this.#keep(turn, { refreshToken, ...answer }, requestedAt, used);
    const judged = refreshTokenStatus(answer);
    switch (judged.status) {
      case 'kept':
        await this.#write(turn, { ...session, refresh: { token: refreshToken } });
        return keptAfter(answer);
      case 'client-refused': {
        const { status, error, description } = judged.refusal;
        const refusedClient = { fingerprint, status, error, description };
        await this.#write(turn, { ...session, refresh: { token: refreshToken, refusedClient } });
        return keptAfter(judged.refusal);
      }
      case 'ended':
        await this.#forget(turn, used);
        return { outcome: 'ended', end: judged.end };
      case 'unknown':
        return this.#lost(turn, used);
    }
  }

  async #keep(
    turn: Turn,
    { accessToken, expiresIn, refreshToken, account = undefined }: Granted,
    requestedAt: number,
    before: Pick<Partial<IdentitySession>, 'id' | 'revision' | 'account'>,
  ): Promise<AccessToken> {
    // A refresh may leave the ID token out (OpenID Connect Core, section 12.2).
    const whose = account ?? before.account;
    const session = await this.#write(turn, {
      ...(before.id !== undefined && { id: before.id }),
      revision: before.revision ?? 0,
      ...(whose && { account: whose }),
      ...(refreshToken !== undefined && { refresh: { token: refreshToken } }),
      // Counted from before the request, so that a slow answer doesn't lengthen it.
      ...(expiresIn !== undefined && {
        access: { token: accessToken, issuedAt: requestedAt, expiresAt: requestedAt + expiresIn * 1000 },
      }),
    });
    return this.#tokenOf(accessToken, session, session.access?.expiresAt);
  }

  async #lost(turn: Turn, session: IdentitySession): Promise<TokenFailure> {
    await this.#forget(turn, session);
    return { outcome: 'sign-in-needed', why: 'answer-lost' };
  }

  /** Drops the refresh token; who was signed in stays known. */
  async #forget(turn: Turn, { id, revision, account }: IdentitySession): Promise<void> {
    await this.#write(turn, { ...(id !== undefined && { id }), revision, ...(account && { account }) });
  }

  /**
   * The note goes ahead of the secret: the next turn waits until it sees a secret that is as new as the note. Once a token has
   * been sent, a note that can't be written must not lose what came back: the note that went ahead of the request is there.
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
      // There is nothing newer after all.
      await turn.writeNote(note ?? '').catch(() => undefined);
      throw error;
    }
  }

  /** The session as the last turn left it, also where that was in another window a moment ago. */
  async #recent(turn: Turn, signal: AbortSignal): Promise<Recent> {
    const note = readNote(await turn.readNote());
    let waited = 0;
    for (;;) {
      const session = await this.#store.read();
      const usedAt = session?.refresh?.usedAt;
      const age = usedAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(this.#clock.now() - usedAt);
      const behind = session !== undefined && isBehind(note, session);
      const patience = behind ? longestDelay : age < longestRefresh ? longestRefresh : 0;
      if (waited >= patience || signal.aborted)
        return { session, outdated: session !== undefined && isOutdated(note, session) };
      await this.#clock.sleep(pollInterval, signal);
      waited += pollInterval;
    }
  }

  #tokenOf(
    accessToken: string,
    { account }: Pick<IdentitySession, 'account'>,
    expiresAt: number | undefined,
  ): AccessToken {
    return {
      outcome: 'token',
      accessToken,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(account && { account }),
    };
  }
}

function refusalOf({ status, error, description }: RefusedClient): TokenFailure {
  return { outcome: 'refused', status, error, description, sessionKept: true };
}

/** The failure of a refresh that leaves the session as it was. */
function keptAfter(failure: TokenFailure): TokenFailure {
  switch (failure.outcome) {
    case 'refused':
    case 'invalid-response':
    case 'unreachable':
      return { ...failure, sessionKept: true };
    default:
      return failure;
  }
}
