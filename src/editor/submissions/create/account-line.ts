import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets, type SecretVault } from '../../../identity/secrets/secret-vault.ts';

/** The account that a dataset would be created with, as far as it is known without asking the user. */
export async function accountLine(vault: SecretVault, environment: Environment): Promise<string> {
  const secrets = new EnvironmentSecrets(vault, environment);
  const { authentication } = environment;
  const stored = { environment, authentication, secrets, now: Date.now() };
  return (await grantOf(environment).accountLine(stored)) ?? notSignedIn();
}

/** Where a dataset would be created, and with which account: a line of a confirmation. */
export async function targetLine(
  vault: SecretVault,
  environment: Environment,
  address: string,
): Promise<string> {
  return l10n.t('To: {0}, {1}', address, await accountLine(vault, environment));
}

/** `3 tables, 12 columns`. */
export function sizeLine({ tables, columns }: { readonly tables: number; readonly columns: number }): string {
  if (tables === 1)
    return columns === 1 ? l10n.t('1 table, 1 column') : l10n.t('1 table, {0} columns', columns);
  return columns === 1
    ? l10n.t('{0} tables, 1 column', tables)
    : l10n.t('{0} tables, {1} columns', tables, columns);
}

function notSignedIn(): string {
  return l10n.t('as the account you sign in with');
}
