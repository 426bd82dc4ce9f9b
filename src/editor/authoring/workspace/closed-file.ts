import type { Uri } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { formatOf, type ValidationOptions } from '../../../dataset/document.ts';
import type { Problem } from '../../../dataset/problem.ts';
import { type Result, success } from '../../../result.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import type { FileReadFailure, StoredFiles } from './file-content.ts';

/** Returns the problems of a saved file. */
export async function checkClosedFile(
  uri: Uri,
  options: ValidationOptions,
  { checks, files }: { readonly checks: TextChecks; readonly files: StoredFiles },
): Promise<Result<readonly Problem[], FileReadFailure>> {
  const format = formatOf(uri.path);
  if (format === undefined) return success([]);
  const content = await files.read(uri);
  if (!content.ok) return content;
  const decoded = decodeUtf8(content.value);
  return success(
    decoded.ok ? await checks.problems(decoded.value, format, options) : decoded.failure.problems,
  );
}
