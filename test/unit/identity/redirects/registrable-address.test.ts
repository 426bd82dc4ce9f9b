import assert from 'node:assert/strict';
import { registrableAddress } from '../../../../src/identity/redirects/redirect.ts';

describe('The address to register at an identity provider', () => {
  it('is the redirect URI itself on the desktop', () => {
    const address = 'vscode://dataset-studio.dataset-studio/callback';
    assert.deepEqual(registrableAddress(new URL(address)), { address, isPattern: false });
  });

  for (const number of ['1', '27'])
    it(`is a pattern in a web host, where sign-in ${number} has its own number`, () => {
      const uri = new URL(`https://host.example/callback?a=1&vscode-reqid=${number}&vscode-path=%2Fcallback`);
      assert.deepEqual(registrableAddress(uri), {
        address: 'https://host.example/callback?a=1&vscode-reqid=*&vscode-path=%2Fcallback',
        isPattern: true,
      });
    });
});
