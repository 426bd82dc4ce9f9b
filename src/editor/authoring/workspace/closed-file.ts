import { l10n, type Uri } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { formatOf, type ValidationOptions } from '../../../dataset/document.ts';
import type { Problem } from '../../../dataset/problem.ts';
import { toProblems } from '../../../dataset/rules/problems.ts';
import { unreadableProblem } from '../../../dataset/unreadable.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import type { StoredFiles } from './file-content.ts';

/** What checking a file on disk comes to; one that can't be read has a problem that says why. */
export type FileCheck =
  | { readonly outcome: 'checked' | 'unreadable'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'gone' };

export async function checkClosedFile(
  uri: Uri,
  options: ValidationOptions,
  { checks, files }: { readonly checks: TextChecks; readonly files: StoredFiles },
): Promise<FileCheck> {
  const format = formatOf(uri.path);
  if (format === undefined) return { outcome: 'checked', problems: [] };
  const reading = await files.read(uri);
  switch (reading.outcome) {
    case 'gone':
      return { outcome: 'gone' };
    case 'unreadable':
      return { outcome: 'unreadable', problems: [unreadableFileProblem(reading.reason)] };
    case 'read': {
      const decoded = decodeUtf8(reading.content);
      const problems =
        'finding' in decoded
          ? toProblems([decoded.finding], decoded.before, options)
          : await checks.problems(decoded.text, format, options);
      return { outcome: 'checked', problems };
    }
  }
}

/** `reason`: sentences for people, with what to do. */
export function unreadableFileProblem(reason: string): Problem {
  return unreadableProblem(`${l10n.t("The file can't be read.")} ${reason}`);
}
