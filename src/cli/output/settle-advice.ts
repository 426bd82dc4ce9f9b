import { withoutCredentials } from '../../git/branch/remote-address.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { plainText } from '../../text/plain-text.ts';

/**
 * How to record unknown outcomes, with lines that can be copied. To follow all of them creates nothing twice: with one that was
 * created, the line of the others is refused. Empty if there are none, or there is no journal.
 */
export function settleAdvice(
  ids: Iterable<string>,
  journal: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string {
  const [first, ...others] = new Set(ids);
  if (first === undefined || journal === undefined) return '';
  const settle = (submissions: string) =>
    `  dataset-studio settle ${submissions} --journal ${shellWord(journal, platform)}`;
  return [
    others.length === 0 ? unknownOutcome.settleOne : unknownOutcome.settleSeveral,
    `${settle(others.length === 0 ? first : 'SUBMISSION_ID')} --created DATASET_ID`,
    `${settle([first, ...others].join(' '))} --not-created`,
    '',
  ].join('\n');
}

/** One word of a command line, without user and password of an address. */
function shellWord(text: string, platform: NodeJS.Platform): string {
  const shown = plainText(withoutCredentials(text));
  if (/^[\w@%+=:,./\\-]+$/.test(shown) && (platform === 'win32' || !shown.includes('\\'))) return shown;
  return platform === 'win32' ? `"${shown}"` : `'${shown.replaceAll("'", "'\\''")}'`;
}
