import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import type { HttpClient } from '../../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { EnvironmentSecrets } from '../../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../../src/identity/token-source.ts';
import type { Clock } from '../../../src/system/clock.ts';
import { MemoryVault } from '../../unit/memory-vault.ts';

/** The gateway and the credentials as plain data, which can be passed to another process. */
export interface Access {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly subscriptionKey: string;
}

export function environmentOf({ baseUrl, clientId }: Access): Environment {
  const entry = { name: 'faults', baseUrl, auth: { grantType: 'password', clientId } };
  const [environment] = readEnvironments([entry]).environments;
  if (!environment) throw new Error('The environment of the fault suite is not valid.');
  return environment;
}

/** The dependencies of a submission as on the command line, without the journal. */
export async function dependenciesFor(
  access: Access,
  http: HttpClient = new UndiciHttpClient(),
): Promise<{ http: HttpClient; tokens: Pick<TokenSource, 'accessToken'>; clock: Pick<Clock, 'sleep'> }> {
  const vault = new MemoryVault();
  const secrets = new EnvironmentSecrets(vault, environmentOf(access));
  await secrets.store('username', access.username);
  await secrets.store('password', access.password);
  const prompt = { ask: async () => undefined };
  return {
    http,
    tokens: new TokenSource({ vault, prompt, http, now: Date.now }),
    clock: { sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) },
  };
}

/** The body of a dataset with this name. */
export function bodyNamed(name: string): Uint8Array {
  const columns = [
    { name: 'id', dataType: 'Int64' },
    { name: 'at', dataType: 'DateTime' },
  ];
  return new TextEncoder().encode(JSON.stringify({ name, tables: [{ name: 'sales', columns }] }));
}

export function documentNamed(name: string): string {
  return `file:///faults/${name}.dataset.json`;
}
