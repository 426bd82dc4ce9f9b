import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import {
  environmentApprovals,
  workspaceSelectionOf,
} from '../../../../src/editor/studio/workspace-settings.ts';
import { type Environment, readEnvironments } from '../../../../src/environments/environment.ts';

const both = [{ name: 'staging' }, { name: 'production' }];

interface Values {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

const selectionOf = (values: Values, environments = both) =>
  workspaceSelectionOf(
    { inspect: <Value>() => ({ key: 'environment', ...values }) as { key: string; globalValue?: Value } },
    environments,
  );

describe('The environment that a workspace selects', () => {
  for (const [what, values, expected] of [
    ['is none where nothing is set', {}, undefined],
    ['is none where the user chose', { globalValue: 'staging' }, undefined],
    [
      "is reported beside the user's own",
      { globalValue: 'staging', workspaceValue: 'production' },
      { name: 'production', own: 'staging' },
    ],
    ['is reported where the user chose none', { workspaceValue: 'production' }, { name: 'production' }],
    [
      'is reported where a folder selects it',
      { globalValue: 'staging', workspaceFolderValue: 'production' },
      { name: 'production', own: 'staging' },
    ],
    ['is none where both agree', { globalValue: 'production', workspaceValue: 'production' }, undefined],
    ['is none where it is empty', { globalValue: 'staging', workspaceValue: '' }, undefined],
    ['is none where it is no text', { globalValue: 'staging', workspaceValue: ['production'] }, undefined],
    [
      'is reported where the user chose an empty name',
      { globalValue: '', workspaceValue: 'production' },
      { name: 'production' },
    ],
  ] as const)
    it(what, () => {
      assert.deepEqual(selectionOf(values), expected);
    });

  it('is none if there is only one environment', () => {
    assert.equal(selectionOf({ workspaceValue: 'production' }, [{ name: 'production' }]), undefined);
  });
});

describe('Approving the environment that a workspace selects', () => {
  const define = (baseUrl: string): Environment => {
    const entry = { name: 'production', baseUrl, auth: { grantType: 'token' } };
    const [environment] = readEnvironments([entry]).environments;
    assert.ok(environment);
    return environment;
  };
  const production = define('https://gateway.example');
  const moved = define('https://elsewhere.example');
  const selection = { name: 'production', own: 'staging' };
  let stored: Map<string, unknown>;
  let workspaceState: Memento;

  beforeEach(() => {
    stored = new Map();
    workspaceState = {
      keys: () => [...stored.keys()],
      get: (key: string) => stored.get(key) as never,
      update: async (key, value) => {
        stored.set(key, JSON.parse(JSON.stringify(value)));
      },
    };
  });

  const approvals = (selected: typeof selection | undefined = selection) =>
    environmentApprovals(
      {
        workspaceSelection: () => selected,
        environments: () => ({ environments: [production], problems: [] }),
      },
      workspaceState,
    );

  it('is requested until the user approves', async () => {
    assert.deepEqual(approvals().pending(production), selection);
    await approvals().approve(production);
    assert.equal(approvals().pending(production), undefined);
  });

  it('applies to the approved URL only', async () => {
    await approvals().approve(production);
    assert.deepEqual(approvals().pending(moved), selection);
  });

  it('is not needed if the workspace selects nothing, or another environment', () => {
    const none = environmentApprovals(
      { workspaceSelection: () => undefined, environments: () => ({ environments: [], problems: [] }) },
      workspaceState,
    );
    assert.equal(none.pending(production), undefined);
    assert.equal(approvals({ name: 'other', own: 'staging' }).pending(production), undefined);
  });

  it('is implied by selecting it by name', async () => {
    await approvals().approveNamed('production');
    assert.equal(approvals().pending(production), undefined);
  });

  it('ignores stored data in another format', () => {
    stored.set('approvedEnvironments', 'production');
    assert.deepEqual(approvals().pending(production), selection);
  });
});
