import type { SecretStorage } from 'vscode';
import type { SecretVault } from '../../identity/secret-vault.ts';

/** The only door to VS Code's SecretStorage. */
export class SecretStorageVault implements SecretVault {
  readonly #storage: SecretStorage;

  constructor(storage: SecretStorage) {
    this.#storage = storage;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#storage.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#storage.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#storage.delete(key);
  }

  async keys(): Promise<readonly string[]> {
    return this.#storage.keys();
  }
}
