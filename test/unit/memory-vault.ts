import type { SecretVault } from '../../src/identity/secrets/secret-vault.ts';

/** A vault that remembers what it holds, for tests to look at. */
export class MemoryVault implements SecretVault {
  readonly secrets = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.secrets.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.secrets.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.secrets.delete(key);
  }

  async keys(): Promise<readonly string[]> {
    return [...this.secrets.keys()];
  }
}
