import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import type { TokenResult, TokenSource } from '../../../src/identity/token-source.ts';
import { type Submission, type SubmissionOutcome, submit } from '../../../src/submission/submit.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A gateway that gives the answers in turn, and notes what it was sent. */
class ScriptedGateway {
  readonly requests: { authorization: string | undefined; body: string }[] = [];
  readonly #server;

  constructor(answers: readonly Answer[]) {
    const remaining = [...answers];
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.requests.push({
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      });
      const answer = remaining.shift() ?? status(500);
      answer(response, request);
    });
  }

  async start(grantType = 'token'): Promise<Environment> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const entry = { name: 'test', baseUrl: `http://127.0.0.1:${port}`, auth: { grantType, clientId: 'app' } };
    const [environment] = readEnvironments([entry]).environments;
    assert.ok(environment);
    return environment;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function status(code: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(code, headers).end(body);
}

const created = status(201, {}, '{"id":"d-1"}');

interface Run {
  readonly outcome: SubmissionOutcome;
  readonly gateway: ScriptedGateway;
  readonly sleeps: readonly number[];
  readonly progress: readonly string[];
  /** As `beforeSend` is told. */
  readonly attempts: readonly number[];
}

interface Setting {
  readonly tokens?: (options: Parameters<TokenSource['accessToken']>[1]) => TokenResult;
  readonly signal?: AbortSignal;
  readonly onSleep?: () => void;
  readonly grantType?: 'password' | 'token';
}

async function run(answers: readonly Answer[], setting: Setting = {}): Promise<Run> {
  const gateway = new ScriptedGateway(answers);
  const environment = await gateway.start(setting.grantType);
  const sleeps: number[] = [];
  const progress: string[] = [];
  const attempts: number[] = [];
  let issued = 0;
  const nextToken = (): TokenResult => ({ kind: 'token', accessToken: `token-${++issued}` });
  const submission: Submission = {
    environment,
    body: new TextEncoder().encode('{"name":"sales"}'),
    subscriptionKey: 'key',
    timeout: timeLimit(5000),
    signal: setting.signal ?? new AbortController().signal,
    onProgress: (step) =>
      progress.push(step.kind === 'waiting' && step.isForToken ? 'waiting for a token' : step.kind),
    http: new UndiciHttpClient(),
    tokens: { accessToken: async (_environment, options) => (setting.tokens ?? nextToken)(options) },
    clock: {
      sleep: async (milliseconds: number) => {
        sleeps.push(milliseconds);
        setting.onSleep?.();
      },
    },
  };
  try {
    const outcome = await submit(submission, async (attempt) => {
      attempts.push(attempt);
      return undefined;
    });
    return { outcome, gateway, sleeps, progress, attempts };
  } finally {
    gateway.stop();
  }
}

describe('Submitting a dataset', () => {
  it('sends it once and returns the ID', async () => {
    const { outcome, gateway, progress } = await run([created]);
    assert.equal(outcome.kind, 'created');
    assert.equal('datasetId' in outcome && outcome.datasetId, 'd-1');
    assert.deepEqual(gateway.requests, [{ authorization: 'Bearer token-1', body: '{"name":"sales"}' }]);
    assert.deepEqual(progress, ['token', 'sending']);
  });

  it('gets one fresh token after 401 and sends once more', async () => {
    const { outcome, gateway } = await run([status(401), created]);
    assert.equal(outcome.kind, 'created');
    assert.deepEqual(
      gateway.requests.map(({ authorization }) => authorization),
      ['Bearer token-1', 'Bearer token-2'],
    );
  });

  it('masks the token that was refused in the response to the next one', async () => {
    const echo = status(400, {}, '{"message":"After token-1, not token-2 either."}');
    const { outcome } = await run([status(401), echo]);
    assert.ok(outcome.kind === 'rejected');
    assert.equal(new TextDecoder().decode(outcome.response.body), '{"message":"After •••, not ••• either."}');
  });

  for (const code of [301, 302, 303, 307, 308])
    it(`follows no redirect with ${code}, not even in the same origin`, async () => {
      const { outcome, gateway } = await run([status(code, { location: '/reporting/datasets/' }), created]);
      assert.equal(outcome.kind, code === 303 ? 'unknown' : 'rejected');
      assert.equal(gateway.requests.length, 1);
    });

  it('passes the rejected token to the token source', async () => {
    const rejected: (string | undefined)[] = [];
    await run([status(401), created], {
      tokens: (options) => {
        rejected.push(options.rejected);
        return { kind: 'token', accessToken: `token-${rejected.length}` };
      },
    });
    assert.deepEqual(rejected, [undefined, 'token-1']);
  });

  it("waits once for the token endpoint's Retry-After, requests once more, and records the submission once", async () => {
    const busy: TokenResult = {
      kind: 'refused',
      status: 429,
      error: 'slow_down',
      description: '',
      retryAfterSeconds: 3,
    };
    const answers: TokenResult[] = [busy, { kind: 'token', accessToken: 'late' }];
    const tokens = () => answers.shift() ?? busy;
    const { outcome, gateway, sleeps, attempts, progress } = await run([created], {
      tokens,
      grantType: 'password',
    });
    assert.deepEqual(progress, ['token', 'waiting for a token', 'token', 'sending']);
    assert.equal(outcome.kind, 'created');
    assert.deepEqual([sleeps, attempts], [[3000], [1]]);
    assert.equal(gateway.requests[0]?.authorization, 'Bearer late');

    const again = await run([created], { tokens, grantType: 'password' });
    assert.deepEqual(again.outcome, { kind: 'not-sent', cause: { kind: 'token', failure: busy } });
    assert.deepEqual([again.sleeps, again.gateway.requests], [[3000], []]);
  });

  it('does not open the browser twice because an identity provider is busy', async () => {
    const { sleeps } = await run([], {
      tokens: () => ({
        kind: 'refused',
        status: 503,
        error: 'temporarily_unavailable',
        description: '',
        retryAfterSeconds: 3,
      }),
    });
    assert.deepEqual(sleeps, []);
  });

  it('never sends a third time after 401', async () => {
    const { outcome, gateway } = await run([status(401), status(401), created]);
    assert.equal(outcome.kind, 'rejected');
    assert.equal(gateway.requests.length, 2);
  });

  it('stays rejected if there is no fresh token', async () => {
    let asked = 0;
    const { outcome, gateway } = await run([status(401), created], {
      tokens: () =>
        ++asked === 1
          ? { kind: 'token', accessToken: 'token-1' }
          : { kind: 'missing', secret: 'pastedToken' },
    });
    assert.equal(outcome.kind, 'rejected');
    assert.equal(gateway.requests.length, 1);
  });

  it('requests no fresh token if the subscription key is wrong', async () => {
    const { outcome, gateway } = await run([
      status(401, {}, '{"message":"Access denied due to missing subscription key."}'),
      created,
    ]);
    assert.equal(outcome.kind, 'rejected');
    assert.equal(gateway.requests.length, 1);
  });

  for (const busy of [429, 503])
    it(`waits for the Retry-After of ${busy}, then sends once more`, async () => {
      const { outcome, gateway, sleeps, progress } = await run([
        status(busy, { 'retry-after': '7' }),
        created,
      ]);
      assert.equal(outcome.kind, 'created');
      assert.equal(gateway.requests.length, 2);
      assert.deepEqual(sleeps, [7000]);
      assert.deepEqual(progress, ['token', 'sending', 'waiting', 'token', 'sending']);
    });

  it('waits once only', async () => {
    const again = status(429, { 'retry-after': '1' });
    const { outcome, gateway, sleeps } = await run([again, again, created]);
    assert.equal(outcome.kind, 'rejected');
    assert.equal(gateway.requests.length, 2);
    assert.equal(sleeps.length, 1);
  });

  it('waits for up to two minutes, and not for more', async () => {
    const waiting = await run([status(429, { 'retry-after': '120' }), created]);
    assert.deepEqual([waiting.outcome.kind, waiting.sleeps], ['created', [120_000]]);

    const { outcome, gateway, sleeps } = await run([status(429, { 'retry-after': '121' }), created]);
    assert.equal(outcome.kind, 'rejected');
    assert.equal(gateway.requests.length, 1);
    assert.deepEqual(sleeps, []);
  });

  it('sends nothing more if it is cancelled while waiting', async () => {
    const cancellation = new AbortController();
    const { outcome, gateway } = await run([status(429, { 'retry-after': '5' }), created], {
      signal: cancellation.signal,
      onSleep: () => cancellation.abort(),
    });
    assert.equal(outcome.kind, 'cancelled');
    assert.equal(gateway.requests.length, 1);
  });

  for (const unclear of [500, 502, 503, 504])
    it(`never sends again automatically after ${unclear}`, async () => {
      const { outcome, gateway } = await run([status(unclear), created]);
      assert.equal(outcome.kind, 'unknown');
      assert.equal(gateway.requests.length, 1);
    });

  it('never sends again automatically after a lost connection', async () => {
    const { outcome, gateway } = await run([(_response, request) => request.socket.destroy(), created]);
    assert.equal(outcome.kind, 'unknown');
    assert.equal(gateway.requests.length, 1);
  });

  it('sends nothing without a token', async () => {
    const { outcome, gateway } = await run([created], {
      tokens: () => ({ kind: 'refused', status: 400, error: 'invalid_grant', description: '' }),
    });
    assert.equal(outcome.kind, 'not-sent');
    assert.equal(gateway.requests.length, 0);
  });

  it('can be cancelled before it begins', async () => {
    const { outcome, gateway } = await run([created], { signal: AbortSignal.abort() });
    assert.equal(outcome.kind, 'cancelled');
    assert.equal(gateway.requests.length, 0);
  });
});
