import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DatasetStatus, statusIn } from '../../app/submissions/dataset-status.ts';
import { SubmissionHistory } from '../../app/submissions/submission-history.ts';
import { summarizeChanges } from '../../comparison/change.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { repositoryPaths } from '../file-paths.ts';
import { datasetFiles, namedFiles } from '../input/named-files.ts';
import { readInput } from '../input/read-input.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import { jsonText } from '../output/json-text.ts';
import { recordedCells, recordedFacts } from '../output/recorded-facts.ts';
import { alignedLines } from '../output/safe-output.ts';
import { type ExistingJournal, listExistingJournal } from '../submission/open-journal.ts';
import type { Terminal } from '../terminal.ts';

/** A dataset file in an environment. */
interface FileStatus extends DatasetStatus {
  /** From the root of the repository; outside of one, as named. */
  readonly file: string;
}

/** `dataset-studio status`: which version of each dataset is in which environment, and what has changed since. */
export const status = command({
  name: 'status',
  summary: 'Show where datasets are, and what has changed since they were created.',
  description:
    'Shows for each dataset file and each environment of the journal the ID of the dataset, when it was created, and how many changes the file has since. Without files: all below the current folder.',
  arguments: '[files...]',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal, or git:REMOTE (DATASET_JOURNAL)' },
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
    const { rows, isComplete } = await statusesOf(files, listing, terminal);
    rows.sort((a, b) => compareTexts(a.file, b.file) || compareTexts(a.environment, b.environment));
    if (values.json) {
      terminal.out(`${jsonText(rows.map(statusRecord))}\n`);
    } else if (rows.length > 0) terminal.out(statusTable(rows));
    else if (listing.records.length === 0) terminal.error('The journal contains no submissions.\n');

    // A list with gaps must not pass for a complete one.
    if (!isComplete || !listing.isComplete || found.unreadable.length > 0) return exitCode.usage;
    if (values['fail-on'] === undefined) return exitCode.done;
    if (rows.some(({ state }) => state === 'unknown')) return exitCode.unknown;
    // A gate that compared nothing must not pass, such as one whose journal is missing, or while all is being created.
    if (rows.every(({ state }) => state === 'in-flight')) {
      terminal.error('Nothing was compared, so --fail-on applies.\n');
      return exitCode.invalidDocument;
    }
    const fails =
      values['fail-on'] === 'changed'
        ? rows.some(({ state }) => state !== 'unchanged')
        : rows.some(({ changes }) => changes?.some(({ severity }) => severity === 'breaking'));
    return fails ? exitCode.invalidDocument : exitCode.done;
  },
});

/** The status of each file in each environment. Incomplete if a file, or what was sent, could not be read. */
async function statusesOf(files: readonly string[], listing: ExistingJournal, terminal: Terminal) {
  const history = new SubmissionHistory(listing.records);
  const [rootOf, shownPath] = [repositoryRoots(), repositoryPaths()];
  const rows: FileStatus[] = [];
  let isComplete = true;
  for (const file of files) {
    const now = await readInput(file, terminal);
    isComplete &&= now.ok;
    if (!now.ok) continue;
    const uri = pathToFileURL(resolve(file)).href;
    const path = pathInRepository(uri, process.cwd(), rootOf);
    for (const last of history.lastOf({
      uris: [uri],
      path,
      exists: existsHere,
      contentHash: contentHash(now.value.value),
    })) {
      const status = await statusIn(last, now.value.value, listing.journal);
      rows.push({ file: shownPath(file), ...status });
      if (status.state !== 'changed' || status.changes) continue;
      terminal.error(
        `${plainText(file)} can't be compared: what was sent with ${status.record?.entry.id} is not in the journal.\n`,
      );
      isComplete = false;
    }
  }
  return { rows, isComplete };
}

/** For `--json`: a fact that is absent is null. */
function statusRecord({ file, environment, origin, state, record, changes, guessedFrom }: FileStatus) {
  return {
    file,
    environment,
    origin,
    state,
    ...recordedFacts({ record, changes }),
    // A guess is shown as one.
    ...(guessedFrom !== undefined && { document: guessedFrom }),
  };
}

function statusTable(rows: readonly FileStatus[]): string {
  return alignedLines([
    ['FILE', 'ENVIRONMENT', 'DATASET ID', 'SINCE (UTC)', 'STATE'],
    ...rows.map(({ file, environment, record, state, changes, guessedFrom }) => [
      plainText(file),
      plainText(environment),
      ...recordedCells({ record }),
      (state === 'changed' && changes ? summarizeChanges(changes) : state.replace('-', ' ')) +
        (guessedFrom === undefined ? '' : ` (submitted as ${plainText(guessedFrom)})`),
    ]),
  ]);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
