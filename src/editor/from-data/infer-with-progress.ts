import { l10n, ProgressLocation, type Uri, window } from 'vscode';
import { notificationText } from '../notification-text.ts';
import { notify } from '../notifications.ts';
import { fileName } from './file-name.ts';
import type { FromDataHost } from './from-data-host.ts';
import type { FileFailure, InferredFiles } from './inferring/infer-sources.ts';
import type { ReadingChoices } from './inferring/reading-choices.ts';

/**
 * Reads data files with a progress that can be cancelled. Shows failures; if some of several files can be read, asks
 * whether to continue with those. `undefined` if there is nothing to continue with.
 */
export async function inferWithProgress(
  host: FromDataHost,
  files: readonly Uri[],
  reading: ReadingChoices = {},
): Promise<InferredFiles | undefined> {
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
  if (inferred === undefined || inferred.failures.length === 0) return inferred;
  return (await continuesDespite(inferred)) ? inferred : undefined;
}

/** Failures that a message lists. */
const maxListed = 5;

async function continuesDespite({ tables, failures }: InferredFiles): Promise<boolean> {
  const listed = failures.slice(0, maxListed).map(describe);
  if (failures.length > maxListed) listed.push('…');
  if (tables.length === 0) {
    void notify('error', listed.join(' '));
    return false;
  }
  const message =
    failures.length === 1
      ? l10n.t("1 data file can't be used.")
      : l10n.t("{0} data files can't be used.", failures.length);
  const choice = await notify('warning', message, {
    modal: true,
    detail: listed.map(notificationText).join('\n\n'),
    buttons: { proceed: l10n.t('Continue with the Other Files') },
  });
  return choice === 'proceed';
}

function describe({ file, message }: FileFailure): string {
  return l10n.t('{0}: {1}', file, message);
}
