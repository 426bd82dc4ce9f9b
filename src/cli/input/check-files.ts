import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import { fileProblem } from '../../dataset/problem.ts';
import { plainText } from '../../text/plain-text.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { UsageError } from '../terminal.ts';
import { type ReadDocument, readDocument } from './document-file.ts';
import type { FoundFiles } from './glob-files.ts';
import { WorkspaceRuleSettings } from './rule-settings.ts';

export interface CheckedFiles {
  /** In the files' order; one of each file or folder that can't be read among them. */
  readonly problems: readonly FileProblem[];
  /** How many files and folders can't be read. */
  readonly unreadable: number;
}

/** Checks files, each by the rules of its workspace. */
export async function checkFiles({ files, unreadable: folders }: FoundFiles): Promise<CheckedFiles> {
  const settings = new WorkspaceRuleSettings();
  const problems = folders.map(({ path, reason }) => toldUnreadable(path, 'folder', reason));
  let unreadable = folders.length;
  for (const path of files) {
    const reading = readDocument(path);
    if (reading.outcome === 'unreadable') {
      problems.push(toldUnreadable(path, 'file', reading.reason));
      unreadable++;
      continue;
    }
    const checked = await check(path, reading, settings);
    for (const problem of checked.problems) problems.push({ file: path, problem });
  }
  return { problems, unreadable };
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` where it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const reading = readDocument(path);
  if (reading.outcome === 'unreadable')
    throw new UsageError(`${plainText(path)} can't be read. ${reading.reason}`);
  return check(path, reading, settings);
}

async function check(
  path: string,
  { content, format }: ReadDocument,
  settings: WorkspaceRuleSettings,
): Promise<CheckedDocument> {
  return checkDocument(content, format, { ...(await settings.for(path)) });
}

function toldUnreadable(file: string, what: 'file' | 'folder', reason: string): FileProblem {
  return { file, problem: fileProblem(`The ${what} can't be read. ${reason}`) };
}
