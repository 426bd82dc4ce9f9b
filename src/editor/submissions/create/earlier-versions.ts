import { l10n } from 'vscode';
import type { FoundDataset } from '../../../submission/dataset-history.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import type { Studio } from '../../studio/studio.ts';
import { localTime } from '../../ui/local-time.ts';
import { ask } from '../../ui/notifications.ts';
import { askToSettle } from '../view/ask-to-settle.ts';

/**
 * Asks what to do about earlier versions whose outcome is unknown, before another version is created. `name`: of the document, if it
 * is the only one. `settled`: the journal has changed.
 */
export async function askAboutUnsettled(
  studio: Pick<Studio, 'submissions'>,
  name: string,
  found: readonly FoundDataset[],
): Promise<'create' | 'settled' | undefined> {
  const unsettled = found.flatMap((each) => each.unsettled);
  const [newest, another] = unsettled;
  if (!newest) return 'create';
  const question = another
    ? unknownOutcome.ofVersions(unsettled.length)
    : unknownOutcome.ofVersion(name, localTime(newest.entry.begunAt));
  const choice = await ask(question, { settle: l10n.t('Settle…'), create: l10n.t('Create') });
  if (choice !== 'settle') return choice;
  const store = await studio.submissions();
  for (const record of unsettled) if ((await askToSettle(store, record)) === undefined) return undefined;
  return 'settled';
}

/** How many documents will be asked about, in lines. */
export function describeQuestions(found: readonly FoundDataset[]): readonly string[] {
  const count = (wanted: FoundDataset['state']) => found.filter(({ state }) => state === wanted).length;
  const [created, unknown] = [count('unchanged'), count('unknown')];
  return [
    ...(created > 0 ? [l10n.t('Created before, you will be asked: {0}', created)] : []),
    ...(unknown > 0 ? [unknownOutcome.willAsk(unknown)] : []),
  ];
}
