import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import { syntaxProblem } from '../../dataset/problem.ts';
import { plainText } from '../../text/plain-text.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { UsageError } from '../terminal.ts';
import { readDocument, requireDatasetName } from './document-file.ts';
import type { FoundFiles } from './glob-files.ts';
import { WorkspaceRuleSettings } from './rule-settings.ts';

export interface CheckedFiles {
  /** In the order of the files, including one for each file or folder that can't be checked. */
  readonly problems: readonly FileProblem[];
  /** How many files and folders can't be checked. */
  readonly unchecked: number;
}

/** In bytes. Most files are smaller. */
const memorySize = 64 * 1024;

/**
 * Checks files one after the other, each by the rules of its workspace. `onChecked` gets how many are done. Throws a
 * `UsageError` for a file that isn't a dataset file by its name.
 */
export async function checkFiles(
  { files, unreadable }: FoundFiles,
  onChecked: (count: number) => void,
): Promise<CheckedFiles> {
  for (const file of files) requireDatasetName(file);
  const settings = new WorkspaceRuleSettings();
  // What each file is read into.
  const memory = Buffer.allocUnsafeSlow(memorySize);
  const problems: FileProblem[] = [];
  let unchecked = 0;
  const leaveOut = (file: string, message: string) => {
    problems.push({ file, problem: syntaxProblem(message) });
    unchecked++;
  };
  for (const { path, reason } of unreadable) leaveOut(path, `The folder can't be read. ${reason}`);
  for (const [index, file] of files.entries()) {
    const reading = readDocument(file, { memory });
    if (reading.ok) {
      const { content, format } = reading.value;
      const checked = await checkDocument(content, format, await settings.for(file));
      for (const problem of checked.problems) problems.push({ file, problem });
    } else {
      leaveOut(file, `The file can't be read. ${reading.failure.reason}`);
    }
    onChecked(index + 1);
  }
  return { problems, unchecked };
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` if it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const reading = readDocument(path);
  if (!reading.ok) throw new UsageError(`${plainText(path)} can't be read. ${reading.failure.reason}`);
  return checkDocument(reading.value.content, reading.value.format, await settings.for(path));
}
