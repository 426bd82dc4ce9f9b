import { pathToFileURL } from 'node:url';
import { type DatasetPlan, planDataset, previousDatasets } from '../../app/submissions/plan-dataset.ts';
import { summarizeChanges } from '../../comparison/change.ts';
import type { Journal } from '../../submission/journal/journal.ts';
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { describeHeld } from '../output/create-report.ts';
import { jsonText } from '../output/json-text.ts';
import { recordedCells, recordedFacts } from '../output/recorded-facts.ts';
import { alignedLines } from '../output/safe-output.ts';
import { UsageError } from '../terminal.ts';
import type { CreatedFiles } from './dry-run.ts';
import { describeUnreadableJournal } from './open-journal.ts';

/** What `create` would do with a file. */
type FilePlan = { readonly file: string } & (
  | DatasetPlan
  | { readonly plan: 'invalid'; readonly record?: undefined; readonly changes?: undefined }
);

/** `create --dry-run` with a journal: prints what `create` would do with each file, sends nothing, and writes nothing. */
export async function planFiles(
  files: readonly string[],
  {
    requestUrl,
    journal,
    load,
    allOrNothing,
    json,
    terminal,
  }: CreatedFiles & {
    readonly requestUrl: string;
    readonly journal: Pick<Journal, 'related' | 'body' | 'list'>;
  },
): Promise<ExitCode> {
  const listing = await journal.list();
  if (!listing.ok) throw new UsageError(describeUnreadableJournal(listing.failure));
  const rootOf = repositoryRoots();
  const plans: FilePlan[] = [];
  const previousOf = previousDatasets(listing.value.records, requestUrl);
  const planning = { requestUrl, journal, previousOf, sent: new Set<string>() };
  for (const file of files) {
    const body = await load(file);
    if (!body) {
      plans.push({ file, plan: 'invalid' });
      continue;
    }
    const uri = pathToFileURL(file).href;
    const path = pathInRepository(uri, process.cwd(), rootOf);
    const document = { uri, uris: [uri], path, exists: existsHere };
    const planned = await planDataset(document, body, planning);
    if (!planned.ok) throw new UsageError(describeUnreadableJournal(planned.failure));
    plans.push({ file, ...planned.value });
  }
  if (json) terminal.out(`${jsonText(plans.map(planRecord))}\n`);
  else terminal.out(planTable(plans));
  const invalid = plans.filter(({ plan }) => plan === 'invalid');
  if (allOrNothing && invalid.length > 0 && invalid.length < plans.length)
    terminal.error(describeHeld(plans.length - invalid.length));
  if (plans.some(({ plan }) => plan === 'unknown')) return exitCode.unknown;
  return invalid.length > 0 ? exitCode.invalidDocument : exitCode.done;
}

function planRecord({ file, plan, record, changes }: FilePlan) {
  return {
    file,
    plan,
    ...recordedFacts({ record, changes }),
  };
}

function planTable(plans: readonly FilePlan[]): string {
  return alignedLines([
    ['FILE', 'PLAN', 'DATASET ID', 'SINCE (UTC)', 'CHANGES'],
    ...plans.map(({ file, plan, record, changes }) => [
      plainText(file),
      plan.replace('-', ' '),
      ...recordedCells({ record }),
      changes ? summarizeChanges(changes) : '',
    ]),
  ]);
}
