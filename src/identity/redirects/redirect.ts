/**
 * One way by which the browser's answer comes back to us (RFC 6749, section 4.1.2): a listener on this machine, an
 * address that the operating system hands to the editor, a person who pastes it. They are tried in order.
 */
export interface RedirectReceiver {
  /** For the log. */
  readonly name: string;
  /** Whether it is of no use where no browser could be opened. */
  readonly needsBrowser: boolean;
  /** Undefined where this way isn't open here. `signal` ends the attempt; so does `close`. */
  start(attempt: {
    readonly state: string;
    readonly signal: AbortSignal;
  }): Promise<PendingRedirect | undefined>;
}

/** A way back that stands open. */
export interface PendingRedirect {
  /** What the provider is asked to send the browser to; it comes back with parameters added. */
  readonly redirectUri: URL;
  /** Waits for the browser to come back from `authorizationUrl`. Never rejects; after `close` it is `closed`. */
  redirected(authorizationUrl: URL): Promise<Redirected>;
  /** Leaves nothing open. May be called more than once. */
  close(): Promise<void>;
}

export type Redirected =
  /** Where the browser was sent, parameters included: not checked yet, but for what the receiver promises. */
  | { readonly kind: 'redirected'; readonly url: URL }
  /** The user wants no more. */
  | { readonly kind: 'dismissed' }
  /** The user wants to try the next way. */
  | { readonly kind: 'another-method' }
  | { readonly kind: 'closed' };

/** Shows an address in the user's browser; false where it could not, or the user said no. */
export type BrowserOpener = (url: URL) => Promise<boolean>;
