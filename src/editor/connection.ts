import { UndiciHttpClient } from '../gateway/undici-http-client.ts';
import type { SecretVault } from '../identity/secret-vault.ts';
import { TokenSource } from '../identity/token-source.ts';
import { InputBoxPrompt } from './environments/credential-prompt.ts';
import type { Connection } from './studio.ts';

/** The network and the tokens, for as long as the window lives. */
export function connect(vault: SecretVault): Connection {
  const http = new UndiciHttpClient();
  return { http, tokens: new TokenSource({ vault, prompt: new InputBoxPrompt(), http, now: Date.now }) };
}
