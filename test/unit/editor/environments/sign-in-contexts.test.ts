import assert from 'node:assert/strict';
import type { SignInState } from '../../../../src/identity/grants/grant-descriptor.ts';
import { EventEmitter } from '../fake-vscode.ts';

const { keepSignInContexts } = await import('../../../../src/editor/environments/sign-in/sign-in-states.ts');
type Arguments = Parameters<typeof keepSignInContexts>;

describe('What the palette knows of sign-ins', () => {
  it('is the latest state, also if an earlier one is read later', async () => {
    const changed = new EventEmitter<void>();
    const answers: ((state: SignInState) => void)[] = [];
    const states = {
      onDidChange: changed.event,
      of: () => new Promise<SignInState>((resolve) => answers.push(resolve)),
    } as unknown as Arguments[1];
    const environments = [{ name: 'staging', authentication: { grantType: 'authorization_code' } }];
    const settings = { environments: () => ({ environments, problems: [] }) } as unknown as Arguments[0];
    const vault = { keys: async () => ['key'] } as unknown as Arguments[2];
    const contexts = new Map<string, unknown>();
    const known = keepSignInContexts(settings, states, vault, (key, value) => contexts.set(key, value));
    changed.fire();
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    answers[1]?.({ state: 'signed-in' });
    await settled();
    answers[0]?.({ state: 'signed-out' });
    await settled();
    assert.equal(contexts.get('dataset.nobodySignedIn'), false);
    known.dispose();
  });
});
