import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type IssuedToken, isUsable, parseToken } from '../../../../src/identity/sessions/token-lifetime.ts';

const issuedAt = Date.UTC(2026, 0, 1);

function token(lifetimeSeconds: number): IssuedToken {
  return {
    accessToken: 'secret',
    issuedAt,
    expiresAt: issuedAt + lifetimeSeconds * 1000,
    clientId: 'client',
  };
}

describe('The lifetime of a token', () => {
  it('ends at 90 % of a long lifetime', () => {
    assert.equal(isUsable(token(3600), issuedAt + 3239_000), true);
    assert.equal(isUsable(token(3600), issuedAt + 3240_000), false);
  });

  it('ends 60 s early if that is sooner', () => {
    assert.equal(isUsable(token(300), issuedAt + 239_000), true);
    assert.equal(isUsable(token(300), issuedAt + 240_000), false);
  });

  it('is zero for a token of a minute or less', () => {
    assert.equal(isUsable(token(60), issuedAt), false);
  });

  it('is zero if the clock is before the issue', () => {
    assert.equal(isUsable(token(3600), issuedAt - 1), false);
  });

  it('never reaches the last 60 s nor the last tenth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 7 }),
        fc.integer({ min: 0, max: 10 ** 10 }),
        (life, after) => {
          if (!isUsable(token(life), issuedAt + after)) return;
          assert.ok(after < life * 1000 - 60_000);
          assert.ok(after < life * 900);
        },
      ),
    );
  });
});

describe('A stored token', () => {
  it('is read as it was stored', () => {
    assert.deepEqual(parseToken(JSON.stringify(token(3600))), token(3600));
  });

  for (const damaged of [undefined, '', '{', 'null', '[]', '{"accessToken":1}', '{"accessToken":"a"}'])
    it(`is absent if ${damaged ?? 'nothing'} is stored`, () => {
      assert.equal(parseToken(damaged), undefined);
    });
});
