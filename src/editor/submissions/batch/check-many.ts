import { l10n, ProgressLocation, type Uri, window } from 'vscode';
import { notificationText } from '../../notification-text.ts';
import type { Settings } from '../../studio/settings.ts';
import { checkSource, warningsOf } from '../create/check-source.ts';
import { describeSourceFailure, readSource } from '../create/dataset-source.ts';

/** A checked document, without its content: it is read again when it is its turn. */
export type CheckedFile =
  | {
      readonly valid: true;
      readonly uri: Uri;
      readonly name: string;
      readonly tables: number;
      readonly columns: number;
      readonly warnings: number;
      readonly unsaved: boolean;
    }
  | {
      readonly valid: false;
      readonly uri: Uri;
      readonly name: string;
      /** The first error. */
      readonly reason: string;
    };

/** Reads and checks all documents before any is sent; undefined if the user cancels. */
export async function checkMany(
  settings: Settings,
  uris: readonly Uri[],
): Promise<readonly CheckedFile[] | undefined> {
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      cancellable: true,
      title: notificationText(l10n.t('Checking {0} datasets', uris.length)),
    },
    async (progress, cancellation) => {
      const checked: CheckedFile[] = [];
      for (const uri of uris) {
        if (cancellation.isCancellationRequested) return undefined;
        checked.push(await checkFile(settings, uri));
        progress.report({ increment: 100 / uris.length });
      }
      return checked;
    },
  );
}

async function checkFile(settings: Settings, uri: Uri): Promise<CheckedFile> {
  const source = await readSource(uri);
  if (!source.ok) {
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    return { valid: false, uri, name, reason: describeSourceFailure(source.failure) };
  }
  const { name, unsaved } = source.value;
  const checked = await checkSource(source.value, settings);
  if (!checked.valid) {
    const first = checked.problems.find(({ severity }) => severity === 'error');
    const line = (first?.range.start.line ?? 0) + 1;
    return { valid: false, uri, name, reason: l10n.t('Line {0}: {1}', line, first?.message ?? '') };
  }
  const { tables, columns } = checked.summary;
  const warnings = (await warningsOf(source.value, checked, settings)).length;
  return { valid: true, uri, name, tables, columns, warnings, unsaved };
}
