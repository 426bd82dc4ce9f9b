/** Where a gateway is and how its dataset operation is addressed (specification, section 4; contract, "Service"). */
export interface Service {
  /** Absolute, without query or fragment; may have a path. `https:`, or `http:` on a loopback host. */
  readonly baseUrl: URL;
  /** The reporting service's path segment or segments, such as `reporting`. */
  readonly reportingPath: string;
  /** Value of `defaultRetentionPolicy`; the query is left out where it is empty. */
  readonly retentionPolicy: string;
  /** Word before the token in `Authorization`; empty for a gateway that takes the bare token. */
  readonly authorizationScheme: string;
}

/** How the client proves itself at a token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthentication =
  | { readonly method: 'none' }
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly clientSecret: string };

export const serviceDefaults = {
  reportingPath: 'reporting',
  retentionPolicy: 'None',
  authorizationScheme: 'Bearer',
} as const;
