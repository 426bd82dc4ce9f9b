import assert from 'node:assert/strict';
import { fieldProblem } from '../../../src/environments/field-problem.ts';

describe('A text that is entered for a field of an environment', () => {
  for (const [field, valid, wrong, problem] of [
    ['name', ' staging ', 'a\u200bb', /without invisible characters/],
    ['baseUrl', 'https://gateway.example/api', 'gateway', /URL/],
    ['reportingPath', 'reporting', 'a/../b', /segment/],
    ['authorizationScheme', '', 'Two words', /one word/],
    ['clientId', 'client', ' ', /client ID/],
    ['issuer', 'https://login.example', 'https://login.example?a=b', /query/],
    ['tokenEndpoint', 'https://login.example/token?a=b', 'http://login.example', /https/],
    ['redirectUri', '', 'ftp://127.0.0.1', /https/],
    ['scopes', ' openid  offline_access ', 'openid "x"', /"x"" is not a valid scope/],
    ['parameters', 'audience=a&resource=', '{}', /names and values/],
    ['parameters', '', 'password=x', /password/],
    ['providerId', 'microsoft', '', /ID/],
  ] as const)
    it(`can be ${JSON.stringify(valid)}, not ${JSON.stringify(wrong)} (${field})`, () => {
      assert.equal(fieldProblem(field, valid, {}), undefined);
      assert.match(fieldProblem(field, wrong, {}) ?? '', problem);
    });
});
