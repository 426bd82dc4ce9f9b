import type { Uri } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { formatOf, type ValidationOptions } from '../../../dataset/document.ts';
import { fileProblem, type Problem } from '../../../dataset/problem.ts';
import { toProblems } from '../../../dataset/rules/problems.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import type { StoredFiles } from './file-content.ts';

/** The result of checking a saved file. A file that can't be read has a problem that says why. */
export type FileCheckResult =
  | { readonly outcome: 'checked' | 'unreadable'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'not-found' };

export async function checkClosedFile(
  uri: Uri,
  options: ValidationOptions,
  { checks, files }: { readonly checks: TextChecks; readonly files: StoredFiles },
): Promise<FileCheckResult> {
  const format = formatOf(uri.path);
  if (format === undefined) return { outcome: 'checked', problems: [] };
  const result = await files.read(uri);
  switch (result.outcome) {
    case 'not-found':
      return { outcome: 'not-found' };
    case 'unreadable':
      return { outcome: 'unreadable', problems: [fileProblem(result.message)] };
    case 'read': {
      const decoded = decodeUtf8(result.content);
      const problems = decoded.ok
        ? await checks.problems(decoded.value, format, options)
        : toProblems([decoded.failure.finding], decoded.failure.before, options);
      return { outcome: 'checked', problems };
    }
  }
}
