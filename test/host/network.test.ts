import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { newAuthority } from '../unit/gateway/network/certificates.ts';
import { ConnectProxy, type ConnectProxyOptions } from '../unit/gateway/network/connect-proxy.ts';
import { LoopbackServers, type ReceivedRequest } from '../unit/gateway/network/loopback-servers.ts';
import { closeEditors, openDocument } from './authoring/documents.ts';

const authorization = `Basic ${btoa('ann:proxy-secret')}`;
const { Global, Workspace } = vscode.ConfigurationTarget;

describe("Create Dataset in a company's network", function () {
  this.timeout(120_000);
  const servers = new LoopbackServers();
  const proxies: ConnectProxy[] = [];
  const requests: ReceivedRequest[] = [];
  let target: URL;
  const { showInputBox } = vscode.window;

  before(async () => {
    target = await servers.https(newAuthority().keyFor('gateway.example'), (response, request) => {
      requests.push(request);
      const isToken = request.target?.endsWith('/v1/oauth/token');
      const token = { access_token: 'token', token_type: 'bearer', expires_in: 3600 };
      response.writeHead(isToken ? 200 : 201).end(JSON.stringify(isToken ? token : { id: 'd-1' }));
    });
    const auth = { grantType: 'password', clientId: 'client' };
    const environment = { name: 'company', baseUrl: 'https://gateway.example', auth };
    await set('dataset.environments', [environment]);
    await set('dataset.environment', 'company');
    await set('dataset.confirm', 'never');
    // Who types is not what this is about.
    vscode.window.showInputBox = async () => 'typed';
  });

  beforeEach(() => {
    requests.length = 0;
  });

  afterEach(async () => {
    await closeEditors();
    for (const name of ['proxy', 'noProxy', 'proxyAuthorization', 'proxyStrictSSL', 'proxySupport'])
      for (const scope of [Global, Workspace]) await set(`http.${name}`, undefined, scope);
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  after(async () => {
    vscode.window.showInputBox = showInputBox;
    for (const name of ['environments', 'environment', 'confirm']) await set(`dataset.${name}`, undefined);
    await servers.close();
  });

  async function set(name: string, value: unknown, scope = Global): Promise<void> {
    // VS Code refuses a workspace's word on some of these, which is the point of asking.
    await Promise.resolve(vscode.workspace.getConfiguration().update(name, value, scope)).catch((error) => {
      if (scope === Global) throw error;
    });
  }

  async function startProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
    const proxy = await ConnectProxy.start({ target, ...options });
    proxies.push(proxy);
    return proxy;
  }

  async function create(): Promise<string> {
    // Unique, because the same content is not submitted again without a question.
    await openDocument('.dataset.json', `{ "name": "${randomUUID()}", "tables": [] }`);
    const { outcome } = await vscode.commands.executeCommand<{ outcome: string }>('dataset.create');
    return outcome;
  }

  it('uses http.proxy with http.proxyAuthorization from the next request on', async () => {
    const proxy = await startProxy({ authorization });
    await set('http.proxyStrictSSL', false);
    await set('http.proxy', proxy.url.href);
    assert.equal(await create(), 'not-sent');
    assert.deepEqual(proxy.asked, [{ authority: 'gateway.example:443', authorization: undefined }]);
    assert.equal(requests.length, 0);

    await set('http.proxyAuthorization', authorization);
    assert.equal(await create(), 'created');
    assert.equal(proxy.asked.at(-1)?.authorization, authorization);
    assert.equal(requests.at(-1)?.headers['proxy-authorization'], undefined);
  });

  it('bypasses the proxy because of http.noProxy or http.proxySupport', async () => {
    const proxy = await startProxy();
    await set('http.proxy', proxy.url.href);
    await set('http.noProxy', ['.example']);
    // A name that exists nowhere: this is how far it gets.
    assert.equal(await create(), 'not-sent');
    await set('http.noProxy', undefined);
    await set('http.proxySupport', 'off');
    assert.equal(await create(), 'not-sent');
    assert.deepEqual(proxy.asked, []);
  });

  it('does not trust certificates of unknown authorities, for any settings of the workspace', async () => {
    const proxy = await startProxy();
    await set('http.proxy', proxy.url.href);
    await set('http.proxyStrictSSL', false, Workspace);
    assert.equal(await create(), 'not-sent');
    assert.equal(proxy.asked.length, 1);
    assert.equal(requests.length, 0);
  });

  it('ignores a proxy in the settings of the workspace', async () => {
    const proxy = await startProxy();
    await set('http.proxy', proxy.url.href, Workspace);
    assert.equal(await create(), 'not-sent');
    assert.deepEqual(proxy.asked, []);
  });
});
