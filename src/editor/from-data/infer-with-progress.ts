import { l10n, ProgressLocation, type Uri, window } from 'vscode';
import type { ReadingChoices } from '../../inference/infer-sources.ts';
import { notificationText } from '../notification-text.ts';
import { notify } from '../notifications.ts';
import { fileName } from './file-name.ts';
import type { FileProblem, FilesInEditor, FromDataHost } from './from-data-host.ts';

/**
 * Reads data files with a progress that can be cancelled. Shows failures; if some of several files can be read, asks
 * whether to continue with those. `undefined` if there is nothing to continue with.
 */
export async function inferWithProgress(
  host: FromDataHost,
  files: readonly Uri[],
  reading: ReadingChoices = {},
): Promise<FilesInEditor | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const title =
    files.length === 1
      ? l10n.t('Reading {0}', fileName(first))
      : l10n.t('Reading {0} data files', files.length);
  const inferred = await window.withProgress(
    { location: ProgressLocation.Notification, title: notificationText(title), cancellable: true },
    (progress, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      let reported = 0;
      return host.inferFiles(files, {
        signal: abort.signal,
        reading,
        onProgress: (part) => {
          const percent = Math.floor(Math.min(part, 1) * 100);
          // Neither again, nor where the sizes are unknown.
          if (!(percent > reported)) return;
          progress.report({ increment: percent - reported, message: l10n.t('{0} %', percent) });
          reported = percent;
        },
      });
    },
  );
  if (inferred === undefined || inferred.problems.length === 0) return inferred;
  return (await continuesDespite(inferred)) ? inferred : undefined;
}

/** Failures that a message lists. */
const maxListed = 5;

async function continuesDespite({ tables, problems }: FilesInEditor): Promise<boolean> {
  const listed = problems.slice(0, maxListed).map(describe);
  if (problems.length > maxListed) listed.push('…');
  if (tables.length === 0) {
    void notify('error', listed.join(' '));
    return false;
  }
  const message =
    problems.length === 1
      ? l10n.t("1 data file can't be used.")
      : l10n.t("{0} data files can't be used.", problems.length);
  const choice = await notify('warning', message, {
    modal: true,
    detail: listed.map(notificationText).join('\n\n'),
    buttons: { proceed: l10n.t('Continue with the Other Files') },
  });
  return choice === 'proceed';
}

function describe({ file, message }: FileProblem): string {
  return l10n.t('{0}: {1}', file, message);
}
