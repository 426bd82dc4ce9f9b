import { readFile, rename, writeFile } from 'node:fs/promises';
import type { SecretVault } from '../../../src/identity/secrets/secret-vault.ts';

/** A vault that processes share, for tests: one JSON file, replaced as a whole. */
export class FileVault implements SecretVault {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#read())[key];
  }

  async store(key: string, value: string): Promise<void> {
    await this.#write({ ...(await this.#read()), [key]: value });
  }

  async delete(key: string): Promise<void> {
    const { [key]: _, ...others } = await this.#read();
    await this.#write(others);
  }

  async keys(): Promise<readonly string[]> {
    return Object.keys(await this.#read());
  }

  async #read(): Promise<Record<string, string>> {
    return JSON.parse(await readFile(this.#file, 'utf8').catch(() => '{}'));
  }

  async #write(secrets: Record<string, string>): Promise<void> {
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(secrets));
    await rename(draft, this.#file);
  }
}
