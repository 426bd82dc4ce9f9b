/**
 * Receives the redirect of the browser (RFC 6749, section 4.1.2): a listener on this machine, a URL that the operating system
 * passes to the editor, or a URL that the user pastes. Receivers are tried in order.
 */
export interface RedirectReceiver {
  /** For the log. */
  readonly name: string;
  /** Whether it is useless if no browser was opened. */
  readonly needsBrowser: boolean;
  /** Undefined if it isn't available here. The attempt ends with `signal` or with `close`. */
  start(attempt: SignInAttempt): Promise<PendingRedirect | undefined>;
}

export interface SignInAttempt {
  readonly state: string;
  readonly signal: AbortSignal;
}

/** A receiver that waits for the browser. */
export interface PendingRedirect {
  /** The redirect URI for the provider. The browser returns to it with additional parameters. */
  readonly redirectUri: URL;
  /** Waits until the browser returns from `authorizationUrl`. Never rejects; after `close` the result is `closed`. */
  redirected(authorizationUrl: URL, browser?: BrowserState): Promise<Redirected>;
  /** Releases all resources. Can be called more than once. */
  close(): Promise<void>;
}

export interface BrowserState {
  /** False if the browser couldn't be opened, or the user declined. */
  readonly browserOpened: boolean;
}

export type Redirected =
  /** The URL that the browser returned to, with parameters. Not checked, except for what the receiver promises. */
  | { readonly kind: 'redirected'; readonly url: URL }
  /** The user cancelled. */
  | { readonly kind: 'dismissed' }
  /** The user wants to try the next receiver. */
  | { readonly kind: 'another-method' }
  | { readonly kind: 'closed' };

/** Opens a URL in the user's browser; false if it couldn't be opened, or the user declined. */
export type BrowserOpener = (url: URL) => Promise<boolean>;
