import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { toolNames } from '../../../src/agents/tool-names.ts';
import type { Variables } from '../../../src/cli/environment-variables.ts';
import { type GatewayAnswer, type GatewayRequest, ScriptedGateway } from '../cli/mcp/gateway.ts';
import { decodings, spelledSecrets } from '../text/spellings.ts';
import { ServedTools } from './served-tools.ts';

const text = '{"name":"S","tables":[{"name":"T ","columns":[{"name":"C","dataType":"int64"}]}]}';
const files = { 'a.dataset.json': text, 'b.dataset.json': '{', 'c.csv': 'Id\n1\n' };
const file = 'a.dataset.json';
const expectedVersion = createHash('sha256').update(text).digest('hex');

const inputs = {
  dataset_describe: [{}],
  dataset_environments: [{}],
  dataset_infer: [{ files: ['c.csv'] }, { files: ['none.csv'] }],
  dataset_check: [{ files: ['c.csv'], dataset: file }],
  dataset_validate: [{ file }, { files: ['**/*.json'] }, { file: '../x.json' }],
  dataset_fix: [{ file }],
  dataset_create: [{ file, expectedVersion }, { file, expectedVersion, environment: 'other' }, {}],
} satisfies Record<(typeof toolNames)[number], object[]>;

interface Planted {
  readonly secret: string;
  /** The secret as a server spells it. */
  readonly spelled: string;
}

/** What a gateway answers that echoes what it got, for a dataset or for a token request. */
const answers: Readonly<Record<string, (planted: Planted) => GatewayAnswer | undefined>> = {
  created: ({ spelled }) => ({ status: 201, body: `{"id":"${spelled}","echo":"${spelled}"}` }),
  'created at a location': ({ secret }) => ({
    status: 201,
    body: '{}',
    headers: { location: `/datasets/${encodeURIComponent(secret)}` },
  }),
  rejected: ({ spelled }) => ({ status: 400, body: `{"error":"${spelled}","message":"${spelled}"}` }),
  'rejected as HTML': ({ spelled }) => ({ status: 403, body: `<p>${spelled}</p>` }),
  redirected: ({ secret }) => ({
    status: 307,
    body: '',
    headers: { location: `https://other.example/?t=${encodeURIComponent(secret)}` },
  }),
  failed: ({ spelled }) => ({ status: 500, body: `{"title":"${spelled}"}` }),
  'gone silent': () => undefined,
};

/** In JSON, no server can leave quotes as they are; a secret that holds escapes has no single meaning there. */
const planted = spelledSecrets.filter(({ secret, spelled }) => {
  if (secret.includes('\\') || secret.trim() !== secret || [...decodings(secret, 1)].length > 1) return false;
  // A header can't carry other characters, so that such a secret is never sent.
  if (!/^[\x20-\x7eé]*$/.test(secret)) return false;
  try {
    JSON.parse(`"${spelled}"`);
    return true;
  } catch {
    return false;
  }
});

/** Where a secret can be. */
const places: Readonly<Record<string, (baseUrl: string, secret: string) => Variables>> = {
  'the access token': (baseUrl, secret) => ({
    DATASET_BASE_URL: baseUrl,
    DATASET_ACCESS_TOKEN: secret,
    DATASET_SUBSCRIPTION_KEY: 'another-key',
  }),
  'the subscription key': (baseUrl, secret) => ({
    DATASET_BASE_URL: baseUrl,
    DATASET_ACCESS_TOKEN: 'another-token',
    DATASET_SUBSCRIPTION_KEY: secret,
  }),
  'the password and the client secret': (baseUrl, secret) => ({
    DATASET_BASE_URL: baseUrl,
    DATASET_USERNAME: 'user',
    DATASET_PASSWORD: secret,
    DATASET_CLIENT_ID: 'client',
    DATASET_CLIENT_SECRET: secret,
    DATASET_SUBSCRIPTION_KEY: 'another-key',
  }),
  'a token without a key': (baseUrl, secret) => ({
    DATASET_BASE_URL: baseUrl,
    DATASET_ACCESS_TOKEN: secret,
  }),
  'a base URL that is refused': (_baseUrl, secret) => ({
    DATASET_BASE_URL: `https://user:${encodeURIComponent(secret)}@gateway.example`,
    DATASET_ACCESS_TOKEN: secret,
    DATASET_SUBSCRIPTION_KEY: secret,
  }),
  'a proxy that cannot be reached': (_baseUrl, secret) => ({
    DATASET_BASE_URL: 'https://gateway.example',
    DATASET_ACCESS_TOKEN: secret,
    DATASET_SUBSCRIPTION_KEY: secret,
    HTTPS_PROXY: `http://user:${encodeURIComponent(secret)}@127.0.0.1:1`,
  }),
};

describe('No secret is in any result or log of a tool', function () {
  this.timeout(120_000);
  const gateway = new ScriptedGateway();
  let baseUrl: string;

  before(async () => {
    baseUrl = await gateway.start();
  });
  after(() => gateway.stop());

  for (const [place, variablesOf] of Object.entries(places))
    it(`if it is in ${place}`, () =>
      fc.assert(
        fc.asyncProperty(
          planted,
          fc.constantFrom(...Object.values(answers)),
          fc.boolean(),
          async (secret, answerTo, echoesToken) => {
            const answer = (request: GatewayRequest) =>
              request.path.includes('/oauth/token') && !echoesToken
                ? { status: 200, body: '{"access_token":"issued-token","token_type":"bearer"}' }
                : answerTo(secret);
            gateway.answer = answer;
            const served = await ServedTools.on(files, variablesOf(baseUrl, secret.secret));
            try {
              for (const name of toolNames)
                for (const input of inputs[name]) {
                  const { content } = await served.call(name, input);
                  assertHidden(secret.secret, JSON.stringify(content), name);
                }
              assertHidden(secret.secret, served.log(), 'log');
            } finally {
              await served.close();
            }
          },
        ),
        { numRuns: caseCount(30) },
      ));
});

function assertHidden(secret: string, shown: string, where: string): void {
  for (const decoded of decodings(shown, 2)) assert.ok(!decoded.includes(secret), `${where}: ${shown}`);
}
