import { setFlagsFromString } from 'node:v8';
import { createDatasets } from '../../app/submissions/create-datasets.ts';
import { checkDocument } from '../../dataset/document.ts';
import type { Environment } from '../../environments/environment.ts';
import { type DatasetHistory, serviceOf } from '../../submission/dataset-history.ts';
import { bodyContentHash, isDone, sha256 } from '../../submission/journal/entry.ts';
import { maxRequestTime } from '../../submission/journal/time-limits.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
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
import { combinedExitCode } from '../output/create-report.ts';
import { CreationReport } from '../output/creation-report.ts';
import type { PrintedFiles } from '../output/json-text.ts';
import { StylishReport } from '../output/stylish.ts';
import { commandLineHost, documentHere, knownHere } from '../submission/command-line-host.ts';
import type { CreatedFiles } from '../submission/dry-run.ts';
import { namedJournalFolder, openJournal, openJournalToPlan } from '../submission/open-journal.ts';
import { InputError, type Terminal, UsageError } from '../terminal.ts';

/** Globs are expanded here, because Windows shells don't. */
const filesToCreate: WantedFiles = {
  ...datasetFiles,
  whatToName: 'Name the files to create datasets of, or their folder.',
};

const createOptions = {
  'dry-run': {
    help: 'send nothing, and print the requests with masked secrets; with a journal, what would be created',
  },
  json: {
    help: 'print { outcome, status, datasetId, response } for one file that is named, otherwise an array',
  },
  environment: {
    value: 'NAME',
    help: 'what the journal calls the gateway, by default its host (DATASET_ENVIRONMENT)',
  },
  'new-address': { help: 'let the name of the environment stand for another address from now on' },
  'base-url': { value: 'URL', help: 'address of the gateway (DATASET_BASE_URL)' },
  'reporting-path': {
    value: 'PATH',
    help: 'path of the reporting service, "reporting" by default (DATASET_REPORTING_PATH)',
  },
  'retention-policy': {
    value: 'POLICY',
    help: '"None" by default; "" omits it (DATASET_RETENTION_POLICY)',
  },
  'authorization-scheme': {
    value: 'SCHEME',
    help: '"Bearer" by default; "" sends the token alone (DATASET_AUTHORIZATION_SCHEME)',
  },
  timeout: { value: 'SECONDS', default: '60', help: 'for one request' },
  concurrency: { value: 'N', default: '4', help: 'requests at once' },
  journal: {
    value: 'DIR',
    help: 'record each submission before it is sent, in a folder or git:REMOTE, and send nothing that is recorded (DATASET_JOURNAL)',
  },
  'no-journal': { help: 'record nothing, whatever DATASET_JOURNAL is' },
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
  examples: ['create sales.dataset.json --dry-run', 'create datasets --json --journal /var/lib/datasets'],
  run: createFiles,
});

async function createFiles(
  values: OptionValues<typeof createOptions>,
  positionals: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, variables } = context;
  const found = await namedFiles(positionals, filesToCreate, terminal);
  const [unreadable] = found.unreadable;
  if (unreadable) throw new UsageError(`${plainText(unreadable.path)}: ${unreadable.message}`);
  if (values['no-journal'] && values.journal !== undefined)
    throw new UsageError('Use --journal DIR or --no-journal, not both.');
  const files = fileChecks(terminal);
  const paths = await files.settings.withoutExcluded(found, terminal);
  if (paths.length === 0) return exitCode.done;
  const creation: Creation = {
    named: { files: paths, isOneFile: found.isOneFile },
    load: files.load,
    journalFolder: values['no-journal'] ? undefined : namedJournalFolder(values.journal, variables),
    timeout: wholeNumber('--timeout', values.timeout, 1, maxRequestTime / 1000) * 1000,
    concurrency: wholeNumber('--concurrency', values.concurrency, 1),
    environment: environmentOf(values, variables),
    json: values.json,
    again: values.again,
    newAddress: values['new-address'],
    allOrNothing: values['all-or-nothing'],
    terminal,
  };
  return values['dry-run'] ? showPlan(creation) : sendFiles(creation, context);
}

interface Creation extends CreatedFiles {
  readonly named: PrintedFiles;
  readonly journalFolder: string | undefined;
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly environment: Environment;
  readonly again: boolean;
  readonly newAddress: boolean;
}

/** `--dry-run`: sends nothing. */
async function showPlan({ named, journalFolder, ...creation }: Creation): Promise<ExitCode> {
  if (journalFolder === undefined) {
    const { dryRun } = await import('../submission/dry-run.ts');
    return dryRun(named, { ...creation, service: creation.environment.service });
  }
  const { planFiles } = await import('../submission/plan-files.ts');
  const journal = await openJournalToPlan(journalFolder, creation.terminal);
  return planFiles(named.files, { ...creation, journal });
}

async function sendFiles(creation: Creation, { variables, listen }: CommandContext): Promise<ExitCode> {
  const { named, environment, allOrNothing, json, terminal } = creation;
  limitHeap();
  const journal = await openJournal(creation.journalFolder, terminal);
  const { journalFolder } = creation;
  const { isLasting: journaled } = journal;
  const options = { environment, terminal, json, journaled, journalFolder, journal: journal.journal };
  const report = new CreationReport(named, options);
  const host = commandLineHost({ ...creation, variables, journal: async () => journal, listen });
  const created = createDatasets(
    report.documents,
    {
      ...host,
      load: (document) => creation.load(report.pathOf(document)),
      confirm: async (documents, history) => {
        if (!variables.DATASET_SUBSCRIPTION_KEY?.trim())
          throw new UsageError('No subscription key is set. Set DATASET_SUBSCRIPTION_KEY.');
        const { name } = knownHere(environment, history, creation.newAddress);
        report.environment = { ...environment, name };
        if (creation.again && documents.length > 1)
          await refuseCreated(documents, history, creation, (document) => report.pathOf(document));
        return environment;
      },
      onResult: (document, result) => report.add(document, result),
    },
    allOrNothing,
  );
  const ended = await created.catch((error) => {
    // The IDs that are known must not be lost.
    if (!(error instanceof UsageError)) report.breakOff();
    throw error;
  });
  const codes = await report.end(ended);
  return combinedExitCode(journal.hasLost?.() ? [...codes, exitCode.unknown] : codes);
}

/** `--again` of several files is for unknown outcomes: throws an `InputError` if the dataset of one is known to exist. */
async function refuseCreated(
  documents: readonly string[],
  history: DatasetHistory,
  { environment, load }: Creation,
  pathOf: (document: string) => string,
): Promise<void> {
  const { retentionPolicy } = environment.service;
  const [service, rootOf] = [serviceOf(environment), repositoryRoots()];
  let count = 0;
  for (const uri of documents) {
    const body = await load(pathOf(uri));
    if (!body) continue;
    const document = documentHere(uri, rootOf);
    const { earlier } = history.find({
      document,
      contentHash: bodyContentHash(body),
      service,
      retentionPolicy,
    });
    if (earlier.some(isDone)) count += 1;
  }
  if (count > 0)
    throw new InputError(
      `Nothing was sent. ${count} of ${documents.length} files ${count === 1 ? 'is' : 'are'} already created, and --again would create ${count === 1 ? 'a second dataset' : 'second datasets'}. Use --again for each file that it is about, or leave it out.`,
    );
}

/**
 * By default, V8 lets the heap grow to a multiple of what is in use, so that it is collected less often. A batch waits for the
 * network most of the time, so it is as fast without that.
 */
function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
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
