import assert from 'node:assert/strict';
import { responseText } from '../../../../src/gateway/presentation/response-text.ts';

function shown(body: string, complete = true): string {
  return responseText({ status: 200, headers: {}, body: Buffer.from(body), complete });
}

describe('responseText', () => {
  it('indents JSON', () => assert.equal(shown('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}'));

  it('does not change other text', () => assert.equal(shown('not {json'), 'not {json'));

  it('adds a note if the response was cut', () => assert.match(shown('{"a":', false), /^\{"a":\n….*cut/));
});
