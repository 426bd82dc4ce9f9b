import { type Environment, readEnvironments } from '../../src/environments/environment.ts';
import type { HttpClient } from '../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../src/gateway/network/undici-http-client.ts';
import { EnvironmentSecrets } from '../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../src/identity/token-source.ts';
import type { Clock } from '../../src/submission/submit.ts';
import { MemoryVault } from '../unit/memory-vault.ts';

/** Where to submit and as whom; plain data, so that it can be handed to another process. */
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

/** The parts of a submission as the command line builds them, but for the journal. */
export async function partsFor(
  access: Access,
  http: HttpClient = new UndiciHttpClient(),
): Promise<{ http: HttpClient; tokens: Pick<TokenSource, 'accessToken'>; clock: Clock }> {
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

/** The body of a dataset that no other point has. */
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
