import { fileURLToPath } from 'node:url';
import type { CreateHost } from '../../app/submissions/create-datasets.ts';
import { type KnownService, knownServices } from '../../app/submissions/known-services.ts';
import type { Environment } from '../../environments/environment.ts';
import { networkOfVariables } from '../../gateway/network/network.ts';
import { networkDispatcher } from '../../gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../gateway/network/undici-http-client.ts';
import { secretsToMask } from '../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { TokenSource } from '../../identity/token-source.ts';
import { failure, success } from '../../result.ts';
import { type DatasetHistory, type SubmittedDocument, serviceOf } from '../../submission/dataset-history.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { showUtc } from '../../submission/state-message.ts';
import { isUnderway } from '../../submission/submit-once.ts';
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Interrupt } from '../command.ts';
import { missingForToken, type Variables, vaultOf } from '../environment-variables.ts';
import { asNamedHere } from '../file-paths.ts';
import { InputError, note, type Terminal } from '../terminal.ts';
import { clientAssertionOf } from './client-assertion.ts';
import type { OpenJournal } from './open-journal.ts';

/** How the command line and the MCP server create datasets: they ask nothing, and secrets come from variables. */
export function commandLineHost(setting: {
  readonly environment: Environment;
  readonly variables: Variables;
  readonly journal: () => Promise<OpenJournal>;
  readonly timeout: number;
  readonly concurrency: number;
  /** Submit what may have been created before. */
  readonly again: boolean;
  /** Let the environment's name stand for another address from now on. */
  readonly newAddress: boolean;
  /** Called when there are requests to wait for. */
  readonly listen: () => Interrupt;
  readonly terminal: Terminal;
}): Omit<CreateHost, 'load' | 'onResult'> {
  const { environment, variables, journal, terminal } = setting;
  const rootOf = repositoryRoots();
  /** IDs of submissions of other processes. */
  const awaited = new Set<string>();
  return {
    concurrency: setting.concurrency,
    documentOf: (document) => documentHere(document, rootOf),
    whileValidating: (_count, validate) => validate(() => true),
    confirm: async (_documents, history) => {
      knownHere(environment, history, setting.newAddress);
      return environment;
    },
    sender: async () => {
      const vault = await vaultOf(environment, variables);
      const secrets = new EnvironmentSecrets(vault, environment);
      const subscriptionKey = await secrets.get('subscriptionKey');
      if (subscriptionKey === undefined)
        return failure({ kind: 'not-sent', cause: { kind: 'subscription-key' } });
      const missing = missingForToken(environment, variables);
      if (missing.length > 0) {
        const advice = `Set DATASET_ACCESS_TOKEN, or ${missing.join(', ')}.`;
        const reason = { kind: 'missing', secret: 'pastedToken', advice } as const;
        return failure({ kind: 'not-sent', cause: { kind: 'token', failure: reason } });
      }
      const http = new UndiciHttpClient(networkDispatcher(() => networkOfVariables(variables)));
      return success({
        subscriptionKey,
        otherSecrets: () => secretsToMask(environment, secrets),
        timeout: setting.timeout,
        http,
        tokens: new TokenSource({
          vault,
          prompt: { ask: async () => undefined },
          http,
          now: Date.now,
          clientAssertion: clientAssertionOf(variables, http),
        }),
      });
    },
    journal: async () => (await journal()).journal,
    whileSending: async (_environment, _documents, send) => {
      const { stop, cancel } = setting.listen();
      let sending = 0;
      const sayStopping = () => {
        if (sending > 0 && !cancel.aborted)
          terminal.error(
            `Stopping after the requests that are being sent. ${unknownOutcome.afterSecondInterrupt}\n`,
          );
      };
      stop.addEventListener('abort', sayStopping);
      const sent = await send({
        stop,
        signal: cancel,
        onProgress: (progress) => {
          ({ sending } = progress);
          const { step } = progress;
          if (step?.kind !== 'waiting') return;
          const who = step.isForToken ? 'token endpoint' : 'gateway';
          note(terminal, `The ${who} is busy. Trying again in ${step.seconds} s.\n`);
        },
      });
      stop.removeEventListener('abort', sayStopping);
      await (await journal()).concludeLate?.();
      return sent;
    },
    decide: async (document, earlier) => {
      if (!isUnderway(earlier, Date.now())) return setting.again ? 'submit' : 'keep';
      const { id, begunAt } = earlier.entry;
      if (!awaited.has(id))
        note(
          terminal,
          `${plainText(asNamedHere(fileURLToPath(document)))} is being submitted elsewhere since ${showUtc(begunAt)}. Waiting for the outcome.\n`,
        );
      awaited.add(id);
      return 'keep';
    },
  };
}

/** What identifies the document of a URI in the journal. */
export function documentHere(document: string, rootOf = repositoryRoots()): SubmittedDocument {
  return {
    uris: [document],
    path: pathInRepository(document, process.cwd(), rootOf),
    exists: existsHere,
  };
}

/** How the journal calls an environment. Throws a `UsageError` if its name stands for another address: all files would be created anew. */
export function knownHere(environment: Environment, history: DatasetHistory, mayMove: boolean): KnownService {
  const own = { name: environment.name, service: serviceOf(environment) };
  const [known] = knownServices(history, own) as readonly [KnownService];
  if (known.named === known.address || known.name !== environment.name || mayMove) return known;
  throw new InputError(
    `Nothing was sent. In the journal, ${plainText(environment.name)} is ${plainText(known.named)}, and not ${known.address}, where all files would be created anew. Use another name, or --new-address if the environment has moved.`,
  );
}
