import * as l10n from '@vscode/l10n';
import type { DirectAuthentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { ClientAuthentication } from '../../gateway/service.ts';
import { requestToken } from '../../gateway/token-request.ts';
import { plainText } from '../../text/plain-text.ts';
import { outcomeOf } from '../identity-log.ts';
import type { EnvironmentSecrets, SecretKind } from '../secrets/secret-vault.ts';
import { isUsable, parseToken } from '../sessions/token-lifetime.ts';
import { type GrantResult, type TokenRequest, withClient } from './grant.ts';
import type { Grant, GrantDescriptor, IdentityServices, StoredEnvironment } from './grant-descriptor.ts';

/**
 * The resource owner password grant at the gateway's own token endpoint (specification, section 4.1;
 * RFC 6749, section 4.3). What the user enters is stored when the endpoint has accepted it.
 */
export class PasswordGrant implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #services: Pick<IdentityServices, 'prompt' | 'http' | 'log'>;

  constructor(
    { environment, secrets }: StoredEnvironment<DirectAuthentication>,
    services: Pick<IdentityServices, 'prompt' | 'http' | 'log'>,
  ) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#services = services;
  }

  async obtain({ signal, timeout, askAgain }: TokenRequest): Promise<GrantResult> {
    const environment = this.#environment;
    const { http, log } = this.#services;
    const { service } = environment;
    const { clientId, clientAuthentication: method } = environment.authentication;

    const username = await this.#credential('username', askAgain);
    if (username === undefined) return { kind: 'missing', secret: 'username' };
    const password = await this.#credential('password', askAgain);
    if (password === undefined) return { kind: 'missing', secret: 'password' };
    const clientSecret =
      method === 'none' ? { value: '', isNew: false } : await this.#credential('clientSecret', false);
    if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };

    const clientAuthentication: ClientAuthentication =
      method === 'none' ? { method } : { method, clientSecret: clientSecret.value };
    const credentials = { username: username.value, password: password.value, clientId };
    const result = await requestToken(http, service, credentials, clientAuthentication, { timeout, signal });
    log?.({
      action: 'token request',
      environment: environment.name,
      origin: service.baseUrl.origin,
      outcome: result.kind === 'issued' ? 'succeeded' : outcomeOf(result),
    });
    if (result.kind !== 'issued') return withClient({ ...result, grantType: 'password' }, method);
    await this.#storeIfNew('username', username);
    await this.#storeIfNew('password', password);
    await this.#storeIfNew('clientSecret', clientSecret);
    return result;
  }

  async #credential(kind: SecretKind, askAgain: boolean): Promise<Credential | undefined> {
    const stored = await this.#secrets.get(kind);
    if (stored !== undefined && !askAgain) return { value: stored, isNew: false };
    // A stored password isn't filled in: it could be revealed.
    const value = await this.#services.prompt.ask(
      kind,
      this.#environment,
      kind === 'username' ? stored : undefined,
    );
    return value === undefined ? undefined : { value, isNew: value !== stored };
  }

  /** What was stored before the request may have been deleted or replaced since then, and stays so. */
  async #storeIfNew(kind: SecretKind, { value, isNew }: Credential): Promise<void> {
    if (isNew) await this.#secrets.store(kind, value);
  }
}

interface Credential {
  readonly value: string;
  /** The user entered it, and it isn't stored yet. */
  readonly isNew: boolean;
}

export const password: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('User name and password'),
  detail: () => l10n.t("At the gateway's own token endpoint."),
  hasUserSession: false,
  keepsToken: true,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: ['username', 'password'],
  deletedOnSignOut: ['issuedToken', 'password', 'username'],
  requestOf: () => undefined,
  create: (stored, services) => new PasswordGrant(stored, services),
  state: async ({ authentication, secrets, now }) => {
    const token = parseToken(await secrets.get('issuedToken'));
    const username = await secrets.get('username');
    const account = username ? { account: { id: username, label: plainText(username, 100) } } : {};
    if (token && token.clientId === authentication.clientId && isUsable(token, now))
      return { state: 'signed-in', ...account, expiresAt: token.expiresAt };
    return (await secrets.get('password')) === undefined
      ? { state: 'signed-out' }
      : { state: 'signed-in', ...account };
  },
  accountLine: async ({ secrets }) => {
    const username = await secrets.get('username');
    return username === undefined ? undefined : l10n.t('as {0}', username);
  },
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The user name, the password, and the access token were deleted.', name),
};
