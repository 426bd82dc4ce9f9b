import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { trustedHttpClient } from '../../src/editor/open/connect.ts';
import { secretStorageVault, vsCodeSessions } from '../../src/editor/studio/identity-services.ts';
import type { HttpRequest } from '../../src/gateway/http.ts';

describe('In Restricted Mode', () => {
  const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  const isTrusted = (value: boolean) =>
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => value });

  afterEach(() => {
    if (trusted) Object.defineProperty(vscode.workspace, 'isTrusted', trusted);
  });

  it('no secret is read', async () => {
    const asked: string[] = [];
    const storage: vscode.SecretStorage = {
      get: async (key) => {
        asked.push(key);
        return 'secret';
      },
      keys: async () => {
        asked.push('keys');
        return ['key'];
      },
      store: async () => undefined,
      delete: async () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const vault = secretStorageVault(storage);
    isTrusted(false);
    assert.deepEqual([await vault.get('key'), await vault.keys(), asked], [undefined, [], []]);
    isTrusted(true);
    assert.deepEqual([await vault.get('key'), await vault.keys()], ['secret', ['key']]);
  });

  it('nothing is sent', async () => {
    const sent: string[] = [];
    const exchange = async ({ url }: HttpRequest) => {
      sent.push(url.href);
      return { kind: 'not-sent', failure: { kind: 'refused', host: url.host } } as const;
    };
    const http = trustedHttpClient({ exchange });
    const request = { method: 'GET', url: new URL('https://gateway.example'), headers: {} } as const;
    isTrusted(false);
    assert.deepEqual(await http.exchange(request, { timeout: 1 }), {
      kind: 'not-sent',
      failure: { kind: 'cancelled' },
    });
    assert.deepEqual(sent, []);
    isTrusted(true);
    await http.exchange(request, { timeout: 1 });
    assert.deepEqual(sent, ['https://gateway.example/']);
  });

  it('no session of another extension is requested', async () => {
    isTrusted(false);
    const session = await vsCodeSessions.getSession('microsoft', [], 'sign-in-if-needed');
    assert.deepEqual(session, { kind: 'declined' });
  });
});
