import { type CheckedDocument, checkDocument } from '../dataset/document.ts';
import { english } from '../dataset/localize.ts';
import { describeRequest } from '../gateway/describe-request.ts';
import { networkOfVariables } from '../gateway/network.ts';
import { networkDispatcher } from '../gateway/network-dispatcher.ts';
import { responseText } from '../gateway/response-text.ts';
import { plainText } from '../gateway/server-text.ts';
import { UndiciHttpClient } from '../gateway/undici-http-client.ts';
import type { Environment } from '../identity/environment.ts';
import { EnvironmentSecrets } from '../identity/secret-vault.ts';
import { TokenSource } from '../identity/token-source.ts';
import { describeOutcome, type NextStep } from '../submission/outcome-message.ts';
import { type SubmissionOutcome, type SubmissionParts, submit } from '../submission/submit.ts';
import { parseCommandLine, wholeNumber } from './arguments.ts';
import { type DocumentFile, readDocument } from './document-file.ts';
import { environmentOf, missingForToken, type Variables, vaultOf } from './environment-variables.ts';
import { combinedExitCode, type ExitCode, exitCode, exitCodeOf } from './exit-code.ts';
import { formats } from './problem-formats.ts';
import { WorkspaceRuleSettings } from './rule-settings.ts';
import { type Terminal, UsageError } from './terminal.ts';

interface Candidate {
  readonly file: DocumentFile;
  readonly checked: CheckedDocument;
}

interface Result {
  readonly file: string;
  readonly outcome: SubmissionOutcome | { readonly outcome: 'invalid' };
}

/** `dataset-studio create`: checks the files and creates a dataset of each, on the same core as the editor. */
export async function create(
  args: readonly string[],
  terminal: Terminal,
  variables: Variables,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'base-url': { type: 'string' },
    'reporting-path': { type: 'string' },
    'retention-policy': { type: 'string' },
    timeout: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '4' },
  });
  if (positionals.length === 0) throw new UsageError('Name the file to create a dataset of.');
  const timeout = wholeNumber('--timeout', values.timeout, 1) * 1000;
  const concurrency = wholeNumber('--concurrency', values.concurrency, 1);
  const environment = environmentOf(
    {
      baseUrl: values['base-url'],
      reportingPath: values['reporting-path'],
      retentionPolicy: values['retention-policy'],
    },
    variables,
  );

  // All files are read and checked before the first is sent.
  const candidates = await readAndCheck(positionals);
  for (const { file, checked } of candidates) {
    const shown = checked.problems.map((problem) => ({ file: file.path, problem }));
    if (shown.length > 0) terminal.error(formats.stylish?.(shown, 1) ?? '');
  }
  if (values['dry-run']) return dryRun(candidates, environment, terminal);

  const results = candidates.some(({ checked }) => checked.valid)
    ? await submitAll(candidates, environment, variables, { timeout, concurrency, signal, terminal })
    : candidates.map(({ file }): Result => ({ file: file.path, outcome: { outcome: 'invalid' } }));

  for (const result of results) tell(result, environment, terminal, values.json, results.length > 1);
  if (values.json) {
    const records = results.map(({ file, outcome }) => ({ file, ...recordOf(outcome) }));
    const [single] = results;
    const printed = results.length === 1 && single ? recordOf(single.outcome) : records;
    terminal.out(`${printableJson(printed)}\n`);
  }
  return combinedExitCode(results.map(({ outcome }) => exitCodeOf(outcome)));
}

async function readAndCheck(paths: readonly string[]): Promise<Candidate[]> {
  const settings = new WorkspaceRuleSettings();
  const candidates: Candidate[] = [];
  for (const path of paths) {
    const file = await readDocument(path);
    const options = { ...(await settings.for(path)), localize: english };
    candidates.push({ file, checked: await checkDocument(file.content, file.format, options) });
  }
  return candidates;
}

function dryRun(candidates: readonly Candidate[], environment: Environment, terminal: Terminal): ExitCode {
  for (const { checked } of candidates)
    if (checked.valid) terminal.out(`${describeRequest(environment.service, checked.body)}\n`);
  return candidates.every(({ checked }) => checked.valid) ? exitCode.done : exitCode.invalidDocument;
}

interface Submitting {
  readonly timeout: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

async function submitAll(
  candidates: readonly Candidate[],
  environment: Environment,
  variables: Variables,
  { timeout, concurrency, signal, terminal }: Submitting,
): Promise<Result[]> {
  const vault = await vaultOf(environment, variables);
  const secrets = new EnvironmentSecrets(vault, environment);
  const subscriptionKey = await secrets.get('subscriptionKey');
  if (subscriptionKey === undefined)
    throw new UsageError('No subscription key is known. Set DATASET_SUBSCRIPTION_KEY.');
  const missing = missingForToken(environment, variables);
  if (missing.length > 0) {
    terminal.error(`No access token can be had: set DATASET_ACCESS_TOKEN, or also ${missing.join(', ')}.\n`);
    return candidates.map(({ file, checked }) => ({
      file: file.path,
      outcome: checked.valid
        ? { outcome: 'not-sent', tokenFailure: { outcome: 'missing', secret: 'password' } }
        : { outcome: 'invalid' },
    }));
  }

  const otherSecrets = await secrets.passwords();
  const http = new UndiciHttpClient(networkDispatcher(() => networkOfVariables(variables)));
  const prompt = { ask: async () => undefined };
  const parts: SubmissionParts = {
    http,
    tokens: new TokenSource({ vault, prompt, http, now: Date.now }),
    clock: { sleep },
  };
  return mapConcurrently(candidates, concurrency, async ({ file, checked }): Promise<Result> => {
    if (!checked.valid) return { file: file.path, outcome: { outcome: 'invalid' } };
    const outcome = await submit(
      {
        environment,
        body: checked.body,
        subscriptionKey,
        otherSecrets,
        timeout,
        signal,
        report: (progress) => {
          if (progress.step === 'waiting')
            terminal.error(`The gateway is busy; trying once more in ${progress.seconds} s.\n`);
        },
      },
      parts,
    );
    return { file: file.path, outcome };
  });
}

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function tell(
  { file, outcome }: Result,
  environment: Environment,
  terminal: Terminal,
  json: boolean,
  several: boolean,
): void {
  const subject = several ? `${plainText(file)}: ` : '';
  if (outcome.outcome === 'invalid') {
    terminal.error(`${subject}The document has errors, so nothing was sent.\n`);
    return;
  }
  const { level, text, next } = describeOutcome(outcome, environment.name, english);
  const message = `${subject}${[text, ...(next && adviceOn[next] ? [adviceOn[next]] : [])].join(' ')}\n`;
  if (level === 'info' && !json) terminal.out(message);
  else terminal.error(message);
}

const adviceOn: Readonly<Record<NextStep, string>> = {
  'sign-in': 'Check DATASET_USERNAME, DATASET_PASSWORD and DATASET_CLIENT_ID, or DATASET_ACCESS_TOKEN.',
  'set-subscription-key': 'Check DATASET_SUBSCRIPTION_KEY.',
  'set-client-secret': 'Check DATASET_CLIENT_SECRET and DATASET_CLIENT_AUTHENTICATION.',
  'edit-environment': 'Check DATASET_BASE_URL (--base-url), DATASET_REPORTING_PATH and DATASET_CLIENT_ID.',
  'try-again': '',
  'check-service': '',
};

/** `{ outcome, status, datasetId, response }`; null stands for what there is none of. */
function recordOf(outcome: Result['outcome']) {
  const response = 'response' in outcome ? responseText(outcome.response) : undefined;
  return {
    outcome: outcome.outcome,
    status: 'status' in outcome ? outcome.status : null,
    datasetId: 'datasetId' in outcome ? (outcome.datasetId ?? null) : null,
    response: response === undefined ? null : jsonOrText(response),
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** JSON whose control, format and bidirectional characters are escaped: a terminal shows it as it is. */
function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()].map((index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
