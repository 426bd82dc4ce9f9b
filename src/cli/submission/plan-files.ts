import { pathToFileURL } from 'node:url';
import { changesSince } from '../../app/submissions/dataset-status.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import type { Environment } from '../../environments/environment.ts';
import { DatasetHistory, type FoundDataset } from '../../submission/dataset-history.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import type { Journal } from '../../submission/journal/journal.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { describeHeld } from '../output/create-report.ts';
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
import { UsageError } from '../terminal.ts';
import { documentHere, knownHere } from './command-line-host.ts';
import type { CreatedFiles } from './dry-run.ts';
import { describeUnreadableJournal } from './open-journal.ts';

/** What `create` would do with a file. */
interface FilePlan extends RecordedDataset {
  readonly file: string;
  readonly plan: FoundDataset['state'] | 'invalid';
}

interface PlannedFiles extends CreatedFiles {
  readonly environment: Environment;
  /** Whether its name may stand for another address from now on. */
  readonly newAddress: boolean;
  readonly journal: Pick<Journal, 'body' | 'list'>;
}

/** `create --dry-run` with a journal: prints what `create` would do with each file, sends nothing, and writes nothing. */
export async function planFiles(
  files: readonly string[],
  { environment, newAddress, journal, load, allOrNothing, json, terminal }: PlannedFiles,
): Promise<ExitCode> {
  const listing = await journal.list(true);
  if (!listing.ok) throw new UsageError(describeUnreadableJournal(listing.failure));
  const history = new DatasetHistory(listing.value.records);
  const { service, address, name } = knownHere(environment, history, newAddress);
  const { retentionPolicy } = environment.service;
  const rootOf = repositoryRoots();
  const plans: FilePlan[] = [];
  /** Hashes of the contents that would be sent so far: another file with the same content would not be. */
  const sent = new Set<string>();
  for (const file of files) {
    const body = await load(file);
    if (!body) {
      plans.push({ file, plan: 'invalid' });
      continue;
    }
    const value = exactJsonValue(new TextDecoder().decode(body));
    const hash = contentHash(value);
    if (sent.has(hash)) {
      plans.push({ file, plan: 'unchanged' });
      continue;
    }
    const document = documentHere(pathToFileURL(file).href, rootOf);
    const found = history.find({ document, contentHash: hash, service, retentionPolicy });
    if (found.earlier.length === 0) sent.add(hash);
    const changes = await changesSince(found, value, journal, retentionPolicy);
    plans.push({
      file,
      plan: found.state,
      found,
      changes: found.state === 'unchanged' ? undefined : changes,
    });
  }
  if (json) terminal.out(`${jsonText(plans.map((plan) => planRecord(plan, name, address)))}\n`);
  else terminal.out(planTable(plans, name));
  if (!terminal.isQuiet)
    for (const { file, found } of plans) terminal.error(otherLines(`${plainText(file)}: `, found));
  const invalid = plans.filter(({ plan }) => plan === 'invalid');
  if (allOrNothing && invalid.length > 0 && invalid.length < plans.length)
    terminal.error(describeHeld(plans.length - invalid.length));
  if (plans.some(({ plan }) => plan === 'unknown')) return exitCode.unknown;
  return invalid.length > 0 ? exitCode.invalidDocument : exitCode.done;
}

function planRecord({ file, plan, ...recorded }: FilePlan, environment: string, address: string) {
  return { file, environment, address, plan, ...recordedFacts(recorded) };
}

function planTable(plans: readonly FilePlan[], environment: string): string {
  return alignedLines([
    ['FILE', 'ENVIRONMENT', 'PLAN', 'DATASET ID', 'SINCE (UTC)', 'CHANGES'],
    ...plans.map(({ file, plan, found, changes }) => [
      plainText(file),
      plainText(environment),
      plan.replace('-', ' ') + describeSubmittedAs(found),
      ...recordedCells({ found }),
      changes ? describeChanges(changes) : '',
    ]),
  ]);
}
