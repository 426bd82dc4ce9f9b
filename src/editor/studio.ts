import type { LogOutputChannel, Uri } from 'vscode';
import type { HttpClient } from '../gateway/http.ts';
import type { SecretVault } from '../identity/secret-vault.ts';
import type { TokenSource } from '../identity/token-source.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import type { Settings } from './settings.ts';

/** What the commands share. Built once by `activate`; each command takes what it needs of it. */
export interface Studio {
  readonly settings: Settings;
  readonly vault: SecretVault;
  readonly documents: ReadOnlyDocuments;
  readonly log: LogOutputChannel;
  /** The folder for files of ours that all windows share; it may not be there yet. */
  readonly globalStorage: Uri;
  /** Loaded when a command first needs the network. */
  connection(): Promise<Connection>;
}

export interface Connection {
  readonly http: HttpClient;
  readonly tokens: TokenSource;
}
