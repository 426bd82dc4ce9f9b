import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { submitMany } from '../../../src/submission/batch/submit-many.ts';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import { ProcessWorld } from '../../unit/submission/journal/journal-fixture.ts';
import type { FaultSetup } from '../fault-setup.ts';
import { type KeepAlivePlan, KeepAliveProxy } from '../proxies/keep-alive-proxy.ts';
import { bodyNamed, dependenciesFor, documentNamed, environmentOf } from '../submitter/submitter.ts';
import { type ReportedOutcome, reportedOutcome } from '../tally.ts';

const concurrency = 4;

/**
 * Batches over kept connections: servers that close them with and without announcing it, idle timeouts, responses that are sent
 * twice, and resets at each byte.
 */
export async function tryKeptConnections(setup: FaultSetup, full: boolean): Promise<void> {
  const proxy = new KeepAliveProxy(setup.gatewayPort);
  const baseUrl = `http://127.0.0.1:${await proxy.start()}`;
  try {
    for (const count of full ? [1, 2, 3, 5, 8] : [1, 3]) {
      const announced: KeepAlivePlan = {
        breakAt: (request) => (request === count ? { announcedClose: true } : undefined),
      };
      assert.equal(await attempt(`closes after ${count}, announced`, announced), 0);
      for (const silentClose of ['end', 'reset'] as const) {
        const silent: KeepAlivePlan = {
          breakAt: (request) => (request === count ? { silentClose } : undefined),
        };
        const unknown = await attempt(`closes after ${count} by ${silentClose}, silently`, silent);
        assert.ok(unknown <= concurrency, `${unknown} unknown of a server that closes silently`);
      }
    }
    for (const idleLimit of full
      ? [0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 1000, 2000, 5000]
      : [0, 20, 300])
      for (const pause of [0, ...(full ? [5, 20, 100] : [])])
        assert.equal(
          await attempt(`idle limit ${idleLimit} ms, pauses of ${pause} ms`, { idleLimit }, pause),
          0,
        );

    for (const noDelay of [true, false])
      for (const stray of full ? [0, 1, 2, 3, 5, 6, 7, 8, 10, 15, 20, 30, 50] : [0, 6, 20])
        for (const every of full ? [1, 2, 3] : [2])
          await attempt(
            `every ${every}. response twice, ${stray} ms later, ${noDelay ? 'with' : 'without'} TCP_NODELAY`,
            { noDelay, breakAt: (request) => (request % every === 0 ? { stray } : undefined) },
            0,
            40,
          );

    const { request, response } = { request: 420, response: 330 };
    const places = (size: number) => {
      const all = Array.from({ length: size + 1 }, (_, place) => place);
      return full ? all : setup.random.some(all, 4);
    };
    for (const place of places(request)) {
      const breakAt = (count: number) => (count === 2 ? { request: Math.max(place, 1) } : undefined);
      await attempt(`reset at byte ${place} of a second request`, { breakAt }, 0, 8);
    }
    for (const place of places(response)) {
      const breakAt = (count: number) => (count === 2 ? { response: place } : undefined);
      await attempt(`reset at byte ${place} of a second response`, { breakAt }, 0, 8);
    }
  } finally {
    proxy.stop();
  }

  /** Returns the number of unknown outcomes. */
  async function attempt(point: string, plan: KeepAlivePlan, pause = 0, documents = 16): Promise<number> {
    let unknown = 0;
    await setup.point(async (name, folder) => {
      proxy.plan = plan;
      proxy.connections = 0;
      proxy.requests = 0;
      const access = { ...setup.access, baseUrl };
      const names = Array.from({ length: documents }, (_, index) => `${name}-${index}`);
      const reported = new Map<string, ReportedOutcome>();
      const http = new UndiciHttpClient().keepAlive();
      const signal = new AbortController().signal;
      const journal = new DirectoryJournal(folder, { processes: new ProcessWorld().start(1) });
      await submitMany({
        environment: environmentOf(access),
        subscriptionKey: access.subscriptionKey,
        documents: names.map(documentNamed),
        concurrency,
        timeout: 2000,
        signal,
        stop: signal,
        load: async (document) => {
          await delay(pause);
          return bodyNamed(nameOf(document));
        },
        decide: async () => 'skip',
        onResult: (document, result) => {
          if (result.kind === 'submitted') reported.set(nameOf(document), reportedOutcome(result.outcome));
        },
        onDoubt: () => undefined,
        onProgress: () => undefined,
        ...(await dependenciesFor(access)),
        http,
        journal,
      });
      http.close();
      // No request is sent twice: more than one for a document would be more than there are documents.
      assert.ok(
        proxy.requests <= documents,
        `${point}: ${proxy.requests} requests for ${documents} documents`,
      );
      for (const each of names) {
        const result = reported.get(each);
        if (result?.kind === 'unknown') unknown += 1;
        await setup.check('kept connections', `${point}, ${each}`, each, folder, result ? [result] : []);
      }
    });
    return unknown;
  }
}

function nameOf(document: string): string {
  return document.replace(/^.*\/|\..*$/g, '');
}
