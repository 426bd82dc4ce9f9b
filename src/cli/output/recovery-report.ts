import type { Recovery } from '../../submission/journal/journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Terminal } from '../terminal.ts';

/** Reports what the recovery of a journal found, on standard error. */
export function reportRecovery({ lost, setAside, newer, failure }: Recovery, terminal: Terminal): void {
  if (lost.length > 0)
    terminal.error(`${unknownOutcome.interrupted(lost.length)} ${unknownOutcome.settleAdvice}\n`);
  for (const { file, reason } of setAside)
    terminal.error(
      `${plainText(file)} in the journal is damaged (${plainText(reason)}). It was moved to the folder "damaged". ${consequenceOf(file)}\n`,
    );
  if (newer.length > 0)
    terminal.error(
      newer.length === 1
        ? `1 submission in the journal was recorded by a newer version of dataset-studio and can't be read. ${updateAdvice}\n`
        : `${newer.length} submissions in the journal were recorded by a newer version of dataset-studio and can't be read. ${updateAdvice}\n`,
    );
  if (failure)
    terminal.error(
      `The journal in ${plainText(failure.folder)} can't be read or written (${plainText(failure.code)}).\n`,
    );
}

const updateAdvice = 'Update dataset-studio.';

function consequenceOf(file: string): string {
  return file.endsWith('.entry')
    ? 'The journal no longer knows which dataset it was. Check in the service before you submit one again.'
    : unknownOutcome.damaged;
}
