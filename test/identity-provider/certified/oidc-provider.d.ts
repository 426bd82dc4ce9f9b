/** The little of oidc-provider that the tests use: the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: 'login' | 'consent' | string; readonly details: InteractionDetails };
    readonly params: Readonly<Record<string, string>>;
    readonly session?: { readonly accountId: string };
    readonly grantId?: string;
  }

  export interface InteractionDetails {
    readonly missingOIDCScope?: readonly string[];
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
    destroy(): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
    on(event: string, listener: (...args: readonly unknown[]) => void): this;
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Client: { readonly prototype: { redirectUriAllowed(uri: string): boolean } };
    readonly RefreshToken: { revokeByGrantId(id: string): Promise<void> };
    readonly AccessToken: { find(token: string): Promise<{ readonly sessionUid?: string } | undefined> };
    readonly Session: { findByUid(uid: string): Promise<{ readonly acr?: string } | undefined> };
  }

  export interface PolicyContext {
    readonly oidc: { readonly params: Readonly<Record<string, string>>; readonly acr?: string };
  }

  export const interactionPolicy: {
    base(): { get(prompt: string): { readonly checks: { add(check: object): void } } };
    readonly Check: {
      new (reason: string, description: string, check: (context: PolicyContext) => boolean): object;
      readonly REQUEST_PROMPT: boolean;
      readonly NO_NEED_TO_PROMPT: boolean;
    };
  };

  export default Provider;
}
