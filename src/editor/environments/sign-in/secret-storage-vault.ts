import { type SecretStorage, workspace } from 'vscode';
import type { SecretVault } from '../../../identity/secrets/secret-vault.ts';

/** The only access to VS Code's SecretStorage. In Restricted Mode no secret is read. */
export class SecretStorageVault implements SecretVault {
  readonly #storage: SecretStorage;

  constructor(storage: SecretStorage) {
    this.#storage = storage;
  }

  async get(key: string): Promise<string | undefined> {
    return workspace.isTrusted ? this.#storage.get(key) : undefined;
  }

  async store(key: string, value: string): Promise<void> {
    await this.#storage.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#storage.delete(key);
  }

  async keys(): Promise<readonly string[] | undefined> {
    if (!workspace.isTrusted) return [];
    // Editors that are based on VS Code may lack recent API.
    return 'keys' in this.#storage ? this.#storage.keys() : undefined;
  }
}
