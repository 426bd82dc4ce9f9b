import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { environmentAccounts } from '../../src/editor/environments/sign-in/environment-accounts.ts';
import { keepSignInContexts, signInStates } from '../../src/editor/environments/sign-in/sign-in-states.ts';
import { fieldChecks } from '../../src/editor/environments/wizard/add-environment.ts';
import { workspaceProjectFiles } from '../../src/editor/studio/common-studio.ts';
import { EditorProjects } from '../../src/editor/studio/editor-projects.ts';
import { Settings } from '../../src/editor/studio/editor-settings.ts';
import { secretStorageVault } from '../../src/editor/studio/identity-services.ts';
import type { Studio } from '../../src/editor/studio/studio.ts';
import { HostRefusal } from '../../src/editor/ui/notifications.ts';
import type { ProviderAuthentication } from '../../src/environments/authentication.ts';
import { readEnvironments } from '../../src/environments/environment.ts';
import { SessionStore } from '../../src/identity/identity-session.ts';
import { EnvironmentSecrets } from '../../src/identity/secrets/secret-vault.ts';
import { MemoryVault } from '../unit/memory-vault.ts';
import { Answers } from './answers.ts';
import { eventually } from './authoring/documents.ts';

const staging = {
  name: 'staging',
  baseUrl: 'https://gateway.example/api',
  auth: { grantType: 'password', clientId: 'my-client' },
};
const moved = { ...staging, baseUrl: 'https://elsewhere.example/api' };

async function define(environments: readonly unknown[] | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('dataset');
  await configuration.update('environments', environments, vscode.ConfigurationTarget.Global);
}

describe('Environments', () => {
  let answers: Answers;

  beforeEach(() => {
    answers = new Answers();
  });

  afterEach(async () => {
    answers.restore();
    await define(undefined);
    const configuration = vscode.workspace.getConfiguration('dataset');
    await configuration.update('environment', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('can be selected by name, or by an item of the view', async () => {
    await define([staging, { ...moved, name: 'production' }]);
    const selected = () => vscode.workspace.getConfiguration('dataset').get('environment');
    await vscode.commands.executeCommand('dataset.selectEnvironment', 'production');
    assert.equal(selected(), 'production');
    await vscode.commands.executeCommand('dataset.selectEnvironment', {
      kind: 'environment',
      name: 'staging',
    });
    assert.equal(selected(), 'staging');
  });

  it('in use stay in use under another name', async () => {
    await define([staging]);
    await vscode.commands.executeCommand('dataset.selectEnvironment', 'staging');
    const save = '$(save) Save';
    answers
      .pressing()
      .typing('production')
      .choosing({
        'Edit Environment staging': (items) =>
          items.filter(({ label }) => label === (items[0]?.label === save ? save : 'Name')),
      });
    await vscode.commands.executeCommand('dataset.editEnvironment', 'staging');
    const configuration = vscode.workspace.getConfiguration('dataset');
    const [renamed] = configuration.get<{ name: string }[]>('environments') ?? [];
    assert.deepEqual([renamed?.name, configuration.get('environment')], ['production', 'production']);
  });

  it('that are unknown are refused by every command, and no other one replaces them', async () => {
    await define([staging]);
    const answers = new Answers().pressing();
    const selected = () => vscode.workspace.getConfiguration('dataset').get('environment');
    const before = selected();
    const launchConfiguration = { type: 'node', request: 'launch', name: 'staging' };
    try {
      for (const command of [
        'signIn',
        'signOut',
        'switchAccount',
        'getToken',
        'setSubscriptionKey',
        'setClientSecret',
        'selectEnvironment',
        'editEnvironment',
        'removeEnvironment',
      ])
        for (const target of ['gone', { kind: 'environment', name: 'gone' }, 7, launchConfiguration]) {
          answers.asked.length = 0;
          await vscode.commands.executeCommand(`dataset.${command}`, target);
          const isNone = target === 7 || target === launchConfiguration;
          const message = isNone ? /^The command was called with/ : /^There is no environment "gone"\./;
          assert.match(answers.asked.join(), message, command);
          assert.equal(answers.asked.length, 1, command);
        }
      assert.equal(selected(), before);
    } finally {
      answers.restore();
    }
  });

  it('are managed by one command: what it offers is about the current one, or leads to its settings if none can be used', async () => {
    await define([{ ...staging, auth: { ...staging.auth, clientAuthentication: 'client_secret_post' } }]);
    answers.picking('Remove Environment').pressing();
    await vscode.commands.executeCommand('dataset.manageEnvironment');
    assert.deepEqual(
      answers.picks[0]?.map(({ label }) => label),
      [
        'Sign In',
        'Get Access Token',
        'Set Subscription Key',
        'Set Client Secret',
        'Edit Environment',
        'Remove Environment',
        '',
        'Select Another Environment',
        'Show Environments',
      ],
    );
    assert.match(answers.asked.join(), /^Remove the environment "staging"\?/);

    await define([{ name: 'broken', baseUrl: 'nowhere' }]);
    await vscode.commands.executeCommand('dataset.manageEnvironment');
    assert.deepEqual(answers.offered.at(-1), ['Open Settings']);
  });

  it('that are defined wrongly keep their names: no other one replaces them', async () => {
    await define([staging, { name: ' broken ', baseUrl: 'nowhere' }, {}]);
    const projects = new EditorProjects(workspaceProjectFiles);
    const checks = fieldChecks({ settings: new Settings(projects) } as Studio);
    assert.deepEqual([...checks.taken], ['staging', 'broken']);
    projects.dispose();
  });

  it('that are unknown, or no one, get no session', async () => {
    await define([staging]);
    const settings = { environments: () => readEnvironments([staging]) };
    const states = { onDidChange: () => new vscode.Disposable(() => undefined), of: async () => undefined };
    const accounts = environmentAccounts({ settings } as never, states as never);
    for (const [scopes, message] of [
      [['gone'], 'There is no environment "gone".'],
      [[], 'The scope of a session is the name of one environment. Pass one scope.'],
      [['staging', 'gone'], 'The scope of a session is the name of one environment. Pass one scope.'],
    ] as const) {
      await assert.rejects(accounts.createSession(scopes), { message });
      assert.deepEqual(await accounts.getSessions(scopes), []);
    }
    accounts.dispose();
  });

  it('keep no secret where VS Code refuses to store it: its reason is an expected failure', async () => {
    const message = 'Encryption is not available';
    const storage = { store: () => Promise.reject(new Error(message)) };
    const vault = secretStorageVault(storage as never);
    await assert.rejects(vault.store('key', 'value'), (error) => {
      assert.ok(error instanceof HostRefusal);
      assert.match(error.message, /nothing was stored\. Encryption is not available\. Check the keyring/);
      return true;
    });
  });
});

describe("VS Code's accounts", () => {
  const accounts = async () =>
    (await vscode.authentication.getAccounts('dataset-studio')).map(({ label }) => label);

  after(async () => {
    await vscode.commands.executeCommand('dataset.stopLocalGateway');
    await define(undefined);
    const configuration = vscode.workspace.getConfiguration('dataset');
    await configuration.update('environment', undefined, vscode.ConfigurationTarget.Global);
  });

  it('show who is signed in to an environment, until they sign out', async () => {
    assert.deepEqual(await accounts(), []);
    await vscode.commands.executeCommand('dataset.startLocalGateway');
    const signedIn = await eventually(async () => {
      const labels = await accounts();
      return labels.length > 0 ? labels : undefined;
    });
    assert.match(signedIn?.join() ?? '', /^[^,]+ – local$/);
    await vscode.commands.executeCommand('dataset.signOut', 'local');
    assert.deepEqual(await accounts(), []);
  });

  it('can sign in to the local gateway again, without a question', async () => {
    await vscode.commands.executeCommand('dataset.startLocalGateway');
    for (const command of ['signOut', 'forgetCredentials']) {
      const answers = new Answers().pressing('Forget All').typing(() => assert.fail('asked'));
      await vscode.commands.executeCommand(`dataset.${command}`, 'local');
      await vscode.commands.executeCommand('dataset.signIn', 'local');
      answers.restore();
      assert.match(answers.asked.at(-1) ?? '', /^Signed in to local[. ]/, command);
    }
  });

  it('return no token without the consent of the user', async () => {
    await vscode.commands.executeCommand('dataset.startLocalGateway');
    const session = await vscode.authentication.getSession('dataset-studio', ['local'], { silent: true });
    assert.equal(session, undefined);
  });
});

describe('A sign-in in another window', () => {
  const vault = new MemoryVault();
  /** `SecretStorage.onDidChange` of this window, which VS Code fires for a change in any window. */
  const secretsChanged = new vscode.EventEmitter<unknown>();

  let projects: EditorProjects;
  let settings: Settings;

  before(async () => {
    projects = new EditorProjects(workspaceProjectFiles);
    settings = new Settings(projects);
    await define([
      {
        ...staging,
        auth: { grantType: 'authorization_code', clientId: 'c', issuer: 'https://login.example' },
      },
    ]);
  });

  after(async () => {
    secretsChanged.dispose();
    projects.dispose();
    await define(undefined);
  });

  it('is shown in this window without reloading it, until the other window signs out', async () => {
    const states = signInStates(vault, secretsChanged.event);
    const connection = () => Promise.reject(new Error('Nothing is sent.'));
    const accounts = environmentAccounts({ settings, connection }, states);
    const reported: string[] = [];
    accounts.onDidChangeSessions(({ added = [], removed = [] }) => {
      reported.push(
        ...added.map(({ account }) => `+ ${account.label}`),
        ...removed.map(({ account }) => `- ${account.label}`),
      );
    });
    let updates = 0;
    states.onDidChange(() => {
      updates += 1;
    });
    assert.deepEqual(await accounts.getSessions(), []);

    const [environment] = settings.environments().environments;
    assert.ok(environment);
    const store = new SessionStore(
      new EnvironmentSecrets(vault, environment),
      environment.authentication as ProviderAuthentication,
    );
    await store.write({
      revision: 1,
      account: { id: 'a1', label: 'ann+o&b@login.example' },
      refresh: { token: 'r' },
    });
    secretsChanged.fire(undefined);
    await eventually(() => reported[0]);
    assert.equal((await states.of(environment))?.state, 'signed-in');

    await store.delete();
    secretsChanged.fire(undefined);
    await eventually(() => reported[1]);
    assert.equal((await states.of(environment))?.state, 'signed-out');
    assert.deepEqual(reported, ['+ ann+o&&b@login.example – staging', '- ann+o&&b@login.example – staging']);
    assert.equal(updates, 2);
    accounts.dispose();
    states.dispose();
  });

  it('offers in the palette of this window what can be done then, and no longer after it signed out', async () => {
    const contexts = new Map<string, unknown>();
    const states = signInStates(vault, secretsChanged.event);
    const known = keepSignInContexts(settings, states, vault, (key, value) => contexts.set(key, value));
    /** Waits until the commands that are hidden are these. */
    const hidden = async (...expected: readonly string[]) => {
      const found = () => [...contexts].flatMap(([key, isHidden]) => (isHidden ? [key] : [])).sort();
      await eventually(
        () => (contexts.size > 0 && found().join() === expected.join() ? true : undefined),
        5000,
      );
      assert.deepEqual(found(), expected);
    };
    try {
      await hidden('dataset.nobodySignedIn', 'dataset.nothingToForget');
      const [environment] = settings.environments().environments;
      assert.ok(environment);
      const store = new SessionStore(
        new EnvironmentSecrets(vault, environment),
        environment.authentication as ProviderAuthentication,
      );
      await store.write({ revision: 1, account: { id: 'a1', label: 'ann' }, refresh: { token: 'r' } });
      secretsChanged.fire(undefined);
      await hidden();
      await define([
        {
          ...staging,
          auth: { grantType: 'client_credentials', clientId: 'c', issuer: 'https://login.example' },
        },
      ]);
      // Nobody signs in to this environment, but there is still the session of the other one to forget.
      await hidden('dataset.nobodySignedIn');
      await store.delete();
      secretsChanged.fire(undefined);
      await hidden('dataset.nobodySignedIn', 'dataset.nothingToForget');
    } finally {
      known.dispose();
      states.dispose();
    }
  });
});
