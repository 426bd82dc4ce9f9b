import { pathToFileURL } from 'node:url';
import { type DatasetPlan, planDataset } from '../../app/submissions/plan-dataset.ts';
import { summarizeChanges } from '../../comparison/change.ts';
import { changeRecords } from '../../comparison/write-changes.ts';
import { bodyContentHash } from '../../submission/journal/entry.ts';
import type { Journal, JournalFailure } from '../../submission/journal/journal.ts';
import { recordedDatasetId } from '../../submission/state-message.ts';
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { describeHeld } from '../output/create-report.ts';
import { jsonText } from '../output/json-text.ts';
import { alignedLines } from '../output/safe-output.ts';
import { type Terminal, UsageError } from '../terminal.ts';

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
  }: {
    readonly requestUrl: string;
    readonly journal: Pick<Journal, 'related' | 'body' | 'list'>;
    /** The body that would be sent; undefined if the document has errors, which it reports. */
    readonly load: (path: string) => Promise<Uint8Array | undefined>;
    readonly allOrNothing: boolean;
    readonly json: boolean;
    readonly terminal: Terminal;
  },
): Promise<ExitCode> {
  const listing = await journal.list();
  if (!listing.ok) throw unreadable(listing.failure);
  const rootOf = repositoryRoots();
  const plans: FilePlan[] = [];
  /** Of files that would be sent: another one with the same content would not. */
  const sent = new Set<string>();
  for (const file of files) {
    const body = await load(file);
    if (!body) {
      plans.push({ file, plan: 'invalid' });
      continue;
    }
    const uri = pathToFileURL(file).href;
    const path = pathInRepository(uri, process.cwd(), rootOf);
    const document = { uri, uris: [uri], path, exists: existsHere };
    const planned = await planDataset(document, body, requestUrl, journal, listing.value.records);
    if (!planned.ok) throw unreadable(planned.failure);
    const hash = bodyContentHash(body);
    const isNew = planned.value.plan === 'new' || planned.value.plan === 'changed';
    plans.push(isNew && sent.has(hash) ? { file, plan: 'unchanged' } : { file, ...planned.value });
    if (isNew) sent.add(hash);
  }
  if (json) terminal.out(`${jsonText(plans.map(planRecord))}\n`);
  else terminal.out(planTable(plans));
  const invalid = plans.filter(({ plan }) => plan === 'invalid');
  if (allOrNothing && invalid.length > 0 && invalid.length < plans.length)
    terminal.error(describeHeld(plans.length - invalid.length));
  if (plans.some(({ plan }) => plan === 'unknown')) return exitCode.unknown;
  return invalid.length > 0 ? exitCode.invalidDocument : exitCode.done;
}

function unreadable({ code, reason }: JournalFailure): UsageError {
  return new UsageError(reason ?? `The journal can't be read (${plainText(code)}). Check its permissions.`);
}

/** For `--json`: a fact that is absent is null. */
function planRecord({ file, plan, record, changes }: FilePlan) {
  return {
    file,
    plan,
    datasetId: (record && recordedDatasetId(record.state)) ?? null,
    at: record?.entry.begunAt ?? null,
    submissionId: record?.entry.id ?? null,
    changes: changes ? changeRecords(changes) : null,
  };
}

function planTable(plans: readonly FilePlan[]): string {
  return alignedLines([
    ['FILE', 'PLAN', 'DATASET ID', 'SINCE (UTC)', 'CHANGES'],
    ...plans.map(({ file, plan, record, changes }) => [
      plainText(file),
      plan.replace('-', ' '),
      plainText((record && recordedDatasetId(record.state)) ?? ''),
      record?.entry.begunAt.slice(0, 19).replace('T', ' ') ?? '',
      changes ? summarizeChanges(changes) : '',
    ]),
  ]);
}
