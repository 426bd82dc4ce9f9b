import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createDatasets } from '../../app/submissions/create-datasets.ts';
import { previousDatasets } from '../../app/submissions/plan-dataset.ts';
import { checkDocument } from '../../dataset/document.ts';
import { datasetUrl } from '../../gateway/dataset-request.ts';
import type { DocumentResult } from '../../submission/batch/batch-results.ts';
import { sha256 } from '../../submission/journal/entry.ts';
import { maxRequestTime } from '../../submission/submit-once.ts';
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import {
  type CommandContext,
  command,
  type ExitCode,
  exitCode,
  type OptionDeclarations,
  type OptionValues,
  wholeNumber,
} from '../command.ts';
import { environmentOf } from '../environment-variables.ts';
import { withoutLinkedText } from '../input/linked-text.ts';
import { datasetFiles, namedFiles, type WantedFiles } from '../input/named-files.ts';
import { type ReadDocument, requireDocument } from '../input/read-input.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import {
  codeOf,
  combinedExitCode,
  describeHeld,
  dryRun,
  heldReason,
  invalidReason,
  jsonOf,
  jsonOfUntried,
  reportResult,
} from '../output/create-report.ts';
import { JsonResults } from '../output/json-text.ts';
import { StylishReport } from '../output/stylish.ts';
import { commandLineHost } from '../submission/command-line-host.ts';
import { namedJournalFolder, openJournal, openJournalToPlan } from '../submission/open-journal.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** Globs are expanded here, because Windows shells don't. */
const filesToCreate: WantedFiles = {
  ...datasetFiles,
  whatToName: 'Name the file to create a dataset of.',
  searchFolders: false,
};

const createOptions = {
  'dry-run': {
    help: 'send nothing, and print the requests with masked secrets; with a journal, what would be created',
  },
  json: {
    help: 'print { outcome, status, datasetId, response } for one file that is named, otherwise an array',
  },
  'base-url': { value: 'URL', help: 'address of the gateway (DATASET_BASE_URL)' },
  'reporting-path': {
    value: 'PATH',
    help: 'path of the reporting service, "reporting" by default (DATASET_REPORTING_PATH)',
  },
  'retention-policy': {
    value: 'POLICY',
    help: '"None" by default; "" omits it (DATASET_RETENTION_POLICY)',
  },
  timeout: { value: 'SECONDS', default: '60', help: 'for one request' },
  concurrency: { value: 'N', default: '4', help: 'requests at once' },
  journal: {
    value: 'DIR',
    help: 'record each submission before it is sent, in a folder or git:REMOTE, and send nothing that is recorded (DATASET_JOURNAL)',
  },
  again: { help: 'send content again that was created, or may have been' },
  'all-or-nothing': { help: 'send nothing if a file has errors; otherwise, the valid files are sent' },
} as const satisfies OptionDeclarations;

/** `dataset-studio create`: checks the files and creates a dataset of each, on the same core as the editor. */
export const create = command({
  name: 'create',
  summary: 'Create a dataset from each file.',
  description:
    'Checks all files, then creates a dataset from each valid one. Ctrl+C lets the requests that are being sent finish; a second Ctrl+C cancels them.',
  arguments: '<files...>',
  options: createOptions,
  examples: [
    'create sales.dataset.json --dry-run',
    "create 'datasets/*.json' --json --journal /var/lib/datasets",
  ],
  run: createFiles,
});

async function createFiles(
  values: OptionValues<typeof createOptions>,
  positionals: readonly string[],
  { terminal, variables, listen }: CommandContext,
): Promise<ExitCode> {
  const found = await namedFiles(positionals, filesToCreate, terminal);
  const [unreadable] = found.unreadable;
  if (unreadable) throw new UsageError(`${plainText(unreadable.path)}: ${unreadable.message}`);
  const files = fileChecks(terminal);
  const paths = await files.settings.withoutExcluded(found, terminal);
  if (paths.length === 0) return exitCode.done;
  const named = { files: paths, isOneFile: found.isOneFile };
  const journalFolder = namedJournalFolder(values.journal, variables);
  const timeout = wholeNumber('--timeout', values.timeout, 1, maxRequestTime / 1000) * 1000;
  const concurrency = wholeNumber('--concurrency', values.concurrency, 1);
  const environment = environmentOf(values, variables);

  const requestUrl = datasetUrl(environment.service).href;
  if (values['dry-run'] && journalFolder !== undefined) {
    const { planFiles } = await import('../submission/plan-files.ts');
    return planFiles(paths, {
      requestUrl,
      journal: await openJournalToPlan(journalFolder, terminal),
      load: files.load,
      allOrNothing: values['all-or-nothing'],
      json: values.json,
      terminal,
    });
  }
  if (values['dry-run'])
    return dryRun(named, {
      service: environment.service,
      json: values.json,
      terminal,
      load: files.load,
      allOrNothing: values['all-or-nothing'],
    });

  // By default, V8 lets the heap grow to a multiple of what is in use, so that it is collected less often. A batch waits for
  // the network most of the time, so it is as fast without that.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
  const journal = await openJournal(journalFolder, terminal);
  const { isLasting } = journal;
  const json = new JsonResults(named, terminal);
  const reportOptions = {
    environment,
    terminal,
    json: values.json,
    several: paths.length > 1,
    journaled: isLasting,
  };
  const pathByUri = new Map(paths.map((path) => [pathToFileURL(path).href, path]));
  const pathOf = (document: string) => pathByUri.get(document) ?? fileURLToPath(document);
  const rootOf = repositoryRoots();
  /** The datasets before this command, from when something is about to be sent. */
  let previousDataset: ReturnType<typeof previousDatasets> | undefined;
  /** The dataset that a file had until it was created now. */
  const previousOf = (document: string, { kind }: DocumentResult) => {
    if (kind !== 'created' && kind !== 'accepted') return undefined;
    const path = pathInRepository(document, process.cwd(), rootOf);
    return previousDataset?.({ uris: [document], path, exists: existsHere });
  };
  const onResult = (document: string, result: DocumentResult) => {
    const path = pathOf(document);
    const previous = previousOf(document, result);
    reportResult(path, result, { ...reportOptions, previous });
    if (!values.json) return;
    json.add(path, jsonOf(result, { ...reportOptions, previous }));
    if (result.kind !== 'invalid') json.print();
  };
  const host = commandLineHost({
    environment,
    variables,
    journal: async () => journal,
    timeout,
    concurrency,
    again: values.again,
    listen,
    terminal,
  });
  const created = createDatasets(
    [...pathByUri.keys()],
    {
      ...host,
      load: (document) => files.load(pathOf(document)),
      confirm: async () => {
        if (!variables.DATASET_SUBSCRIPTION_KEY?.trim())
          throw new UsageError('No subscription key is set. Set DATASET_SUBSCRIPTION_KEY.');
        const listing = isLasting ? await journal.journal.list() : undefined;
        if (listing?.ok) previousDataset = previousDatasets(listing.value.records, requestUrl);
        return environment;
      },
      onResult,
    },
    values['all-or-nothing'],
  );
  const { end, results } = await created.catch((error) => {
    // The IDs that are known must not be lost.
    if (values.json && !(error instanceof UsageError)) json.end(undefined);
    throw error;
  });
  const cancelled = [...results].filter(([, result]) => result.kind === 'cancelled');
  // If other files ended the batch, and not the user, the rest was not sent: one line says so.
  const isUnsent = end === 'aborted' || end === 'invalid';
  const unsentReason = end === 'invalid' ? heldReason : abortedReason;
  if (isUnsent && cancelled.length > 0)
    terminal.error(end === 'invalid' ? describeHeld(cancelled.length) : describeUnsent(cancelled.length));
  for (const [document, result] of cancelled) {
    if (!isUnsent) onResult(document, result);
    else if (values.json)
      json.add(pathOf(document), {
        ...jsonOfUntried('not-sent', unsentReason),
        ...(isLasting && { submissionId: null }),
      });
  }
  if (values.json) json.end(jsonOfUntried('invalid', invalidReason));
  // The IDs must not be lost with standard output. Beside JSON, they are on standard error anyway.
  else if (await terminal.isOutputLost?.())
    for (const [document, result] of results)
      if (result.kind === 'created' || result.kind === 'accepted')
        reportResult(pathOf(document), result, { ...reportOptions, json: true });
  const reported = [...results.values()].filter((result) => !(isUnsent && result.kind === 'cancelled'));
  const codes = reported.map(codeOf);
  return combinedExitCode(journal.hasLost?.() ? [...codes, exitCode.unknown] : codes);
}

const abortedReason = 'It was not sent, because it would fail the same way as another file.';

function describeUnsent(count: number): string {
  return count === 1
    ? '1 more file was not sent, because it would fail the same way.\n'
    : `${count} more files were not sent, because they would fail the same way.\n`;
}

/** Reads and checks files by the rules of their workspace. */
function fileChecks(terminal: Terminal) {
  const settings = ReportedProjects.strict(terminal);
  /** The hashes of the bodies of valid files, by path. */
  const valid = new Map<string, string>();

  const check = async (path: string, { content, format }: ReadDocument): Promise<Uint8Array | undefined> => {
    const checked = await checkDocument(content, format, (await settings.judge(path)).settings);
    const shown = await withoutLinkedText(path, { content, format }, checked.problems);
    const problems = shown
      .filter(({ severity }) => severity === 'error' || !terminal.isQuiet)
      .map((problem) => ({ file: path, problem }));
    // The second time, its warnings are known.
    const isNew = !checked.valid || !valid.has(path);
    const report = new StylishReport(false);
    if (isNew)
      for (const problem of problems) for (const part of report.problem(problem)) terminal.error(part);
    if (!checked.valid) return undefined;
    valid.set(path, sha256(checked.body));
    return checked.body;
  };
  /** Prints the problems of a file. Resolves to what would be sent; undefined if the document has errors. */
  const load = async (path: string): Promise<Uint8Array | undefined> => {
    const before = valid.get(path);
    if (before === undefined) return check(path, await requireDocument(path));
    try {
      const document = await requireDocument(path);
      // The content of a JSON file is its body.
      const isUnchanged = document.format === 'json' && sha256(document.content) === before;
      return isUnchanged ? document.content : await check(path, document);
    } catch (error) {
      // A file may have changed or disappeared since it was checked. That doesn't stop the others.
      if (!(error instanceof UsageError)) throw error;
      terminal.error(`${error.message}\n`);
      return undefined;
    }
  };
  return { settings, load };
}
