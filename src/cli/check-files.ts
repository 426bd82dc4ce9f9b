import { type CheckedDocument, checkDocument } from '../dataset/document.ts';
import { english } from '../text/localize.ts';
import { readDocument } from './document-file.ts';
import type { FileProblem } from './problem-formats.ts';
import { WorkspaceRuleSettings } from './rule-settings.ts';

/** The problems of files, in the files' order. Throws a `UsageError` at the first one that can't be read. */
export async function checkFiles(
  files: readonly string[],
  settings = new WorkspaceRuleSettings(),
): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const path of files) {
    const checked = await checkFile(path, settings);
    for (const problem of checked.problems) problems.push({ file: path, problem });
  }
  return problems;
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` where it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const { content, format } = readDocument(path);
  return checkDocument(content, format, { ...(await settings.for(path)), localize: english });
}
