import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changesSince } from '../../app/submissions/dataset-status.ts';
import { type KnownService, knownServices } from '../../app/submissions/known-services.ts';
import { DatasetHistory } from '../../submission/dataset-history.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import { serviceAddress } from '../../submission/journal/journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { environmentName } from '../environment-variables.ts';
import { asNamedHere, repositoryPaths } from '../file-paths.ts';
import { datasetFiles, namedFiles } from '../input/named-files.ts';
import { readInput } from '../input/read-input.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import { jsonText } from '../output/json-text.ts';
import {
  describeChanges,
  describeSubmittedAs,
  otherLines,
  type RecordedDataset,
  recordedCells,
  recordedFacts,
} from '../output/recorded-facts.ts';
import { alignedLines } from '../output/safe-output.ts';
import { settleAdvice } from '../output/settle-advice.ts';
import { documentHere } from '../submission/command-line-host.ts';
import { goneFiles } from '../submission/gone-files.ts';
import { type ExistingJournal, listExistingJournal, namedJournalFolder } from '../submission/open-journal.ts';
import { InputError, type Terminal } from '../terminal.ts';

/** A dataset file in an environment. */
interface FileStatus extends RecordedDataset {
  /** From the root of the repository; outside of one, as named. */
  readonly file: string;
  readonly service: KnownService;
  /** `no-file`: the dataset of a file that is gone. */
  readonly state: 'never-created' | 'in-flight' | 'unknown' | 'unchanged' | 'changed' | 'no-file';
}

/** `dataset-studio status`: which version of each dataset is in which environment, and what has changed since. */
export const status = command({
  name: 'status',
  summary: 'Show where datasets are, and what has changed since they were created.',
  description:
    'Shows for each dataset file and each environment of the journal the ID of the dataset, when it was created, and how many changes the file has since. Without files: all below the current folder, and last the datasets whose file is gone.',
  arguments: '[files...]',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal, or git:REMOTE (DATASET_JOURNAL)' },
    environment: { value: 'NAME', help: 'only this environment of the journal (DATASET_ENVIRONMENT)' },
    'fail-on': {
      value: 'WHAT',
      choices: ['changed', 'breaking'],
      help: `exit with 1 if a file is not unchanged in each environment, or has a breaking change, or if nothing was compared; ${unknownOutcome.failOnHelp}`,
    },
    json: { help: 'print an array' },
  },
  examples: [
    'status --journal DIR',
    'status sales.dataset.json --journal DIR --json',
    'status --journal DIR --fail-on breaking',
  ],
  run: async (values, positionals, { terminal, variables }) => {
    const found = await namedFiles(positionals.length > 0 ? positionals : ['.'], datasetFiles, terminal);
    const listing = await listExistingJournal(values.journal, variables, terminal);
    if (listing === undefined) return exitCode.usage;
    for (const { path, message } of found.unreadable) terminal.error(`${plainText(path)}: ${message}\n`);

    const files = await ReportedProjects.strict(terminal).withoutExcluded(found, terminal);
    const history = new DatasetHistory(listing.records);
    const services = chosenServices(history, environmentName(values.environment, variables));
    const known = { history, services, journal: listing.journal };
    const { rows, contents, isComplete } = await statusesOf(files, known, terminal);
    if (positionals.length === 0) {
      const excluded = found.files.filter((file) => !files.includes(file));
      rows.push(...rowsWithoutFile(known, [...contents, ...(await contentsOf(excluded))]));
    }
    if (values.json) {
      terminal.out(`${jsonText(rows.map(statusRecord))}\n`);
    } else if (rows.length > 0) terminal.out(statusTable(rows));
    else if (listing.records.length === 0) terminal.error('The journal contains no submissions.\n');
    if (!values.json && !terminal.isQuiet)
      for (const { file, service, found: of } of rows)
        terminal.error(otherLines(`${plainText(file)} in ${plainText(service.label)}: `, of));
    const unknown = rows.flatMap(({ state, found: { record, unsettled = [] } = {} }) => [
      ...(state === 'unknown' && record ? [record] : []),
      ...unsettled,
    ]);
    if (!values.json)
      terminal.error(
        settleAdvice(
          unknown.map(({ entry }) => entry.id),
          namedJournalFolder(values.journal, variables),
        ),
      );

    // A list with gaps must not pass for a complete one.
    if (!isComplete || !listing.isComplete || found.unreadable.length > 0) return exitCode.usage;
    if (values['fail-on'] === undefined) return exitCode.done;
    const judged = rows.filter(
      ({ state, service }) => state !== 'no-file' && service.named === service.address,
    );
    if (judged.some(({ state }) => state === 'unknown')) return exitCode.unknown;
    // A gate that compared nothing must not pass, such as one whose journal is missing, or while all is being created.
    if (judged.every(({ state }) => state === 'in-flight')) {
      terminal.error('Nothing was compared, so --fail-on applies.\n');
      return exitCode.invalidDocument;
    }
    const fails =
      values['fail-on'] === 'changed'
        ? judged.some(({ state }) => state !== 'unchanged')
        : judged.some(({ changes }) => changes?.some(({ severity }) => severity === 'breaking'));
    return fails ? exitCode.invalidDocument : exitCode.done;
  },
});

/** The environments to show, by name. Throws a `UsageError` if there is none of a name. */
function chosenServices(history: DatasetHistory, name: string | undefined): readonly KnownService[] {
  const services = knownServices(history).toSorted((a, b) => compareTexts(a.label, b.label));
  if (name === undefined) return services;
  const chosen = services.filter((service) => service.name === name && service.named === service.address);
  if (chosen.length > 0) return chosen;
  const names = [...new Set(services.map((service) => plainText(service.name)))].join(', ');
  throw new InputError(
    `The journal knows no environment ${plainText(name)}. ${names === '' ? 'It contains no submissions.' : `It knows: ${names}.`}`,
  );
}

interface Known extends Pick<ExistingJournal, 'journal'> {
  readonly history: DatasetHistory;
  readonly services: readonly KnownService[];
}

/** The status of each file in each environment. Incomplete if a file, or what was sent, could not be read. */
async function statusesOf(
  files: readonly string[],
  { history, journal, services }: Known,
  terminal: Terminal,
) {
  const [rootOf, shownPath] = [repositoryRoots(), repositoryPaths()];
  const rows: FileStatus[] = [];
  const contents: string[] = [];
  let isComplete = true;
  const shown = files.map((path) => ({ path, file: shownPath(path) }));
  for (const { path, file } of shown.sort((a, b) => compareTexts(a.file, b.file))) {
    const now = await readInput(path, terminal);
    isComplete &&= now.ok;
    if (!now.ok) continue;
    const { value } = now.value;
    const document = documentHere(pathToFileURL(resolve(path)).href, rootOf);
    const hash = contentHash(value);
    contents.push(hash);
    for (const service of services) {
      const found = history.find({ document, contentHash: hash, service: service.service });
      const changes = await changesSince(found, value, journal);
      const state = found.state === 'new' ? 'never-created' : found.state;
      rows.push({ file, service, state, found, changes });
      if (state !== 'changed' || changes) continue;
      terminal.error(
        `${plainText(path)} can't be compared: what was sent with ${found.record?.entry.id} is not in the journal.\n`,
      );
      isComplete = false;
    }
  }
  return { rows, contents, isComplete };
}

/** The datasets whose file is gone, and whose content no file has. */
function rowsWithoutFile({ history, services }: Known, contents: readonly string[]): FileStatus[] {
  const shownPath = repositoryPaths();
  const gone = goneFiles(history, new Set(contents));
  const rows = gone.flatMap(({ path, record }) => {
    const service = services.find((each) => each.service === serviceAddress(record.entry.requestUrl));
    return service
      ? [{ file: shownPath(asNamedHere(path)), service, state: 'no-file' as const, found: { record } }]
      : [];
  });
  return rows.sort((a, b) => compareTexts(a.file, b.file) || compareTexts(a.service.label, b.service.label));
}

/** The hashes of the contents of files that can be read. */
async function contentsOf(files: readonly string[]): Promise<readonly string[]> {
  const silent = { out: () => undefined, error: () => undefined };
  const read = await Promise.all(files.map((file) => readInput(file, silent)));
  return read.flatMap((each) => (each.ok ? [contentHash(each.value.value)] : []));
}

/** For `--json`: a fact that is absent is null. */
function statusRecord({ file, service, state, ...recorded }: FileStatus) {
  return {
    file,
    environment: service.name,
    address: service.address,
    origin: new URL(service.service).origin,
    state,
    retentionPolicy: recorded.found?.record?.entry.retentionPolicy ?? null,
    ...recordedFacts(recorded),
  };
}

function statusTable(rows: readonly FileStatus[]): string {
  return alignedLines([
    ['FILE', 'ENVIRONMENT', 'DATASET ID', 'SINCE (UTC)', 'STATE'],
    ...rows.map(({ file, service, state, found, changes }) => [
      plainText(file),
      plainText(service.label),
      ...recordedCells({ found }),
      (state === 'changed' && changes ? describeChanges(changes) : state.replace('-', ' ')) +
        describeSubmittedAs(found),
    ]),
  ]);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
