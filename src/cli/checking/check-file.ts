import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import { fileProblem } from '../../dataset/problem.ts';
import { plainText } from '../../text/plain-text.ts';
import { readDocument } from '../input/document-file.ts';
import type { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { UsageError } from '../terminal.ts';

/** What `validate` reports about one file. */
export interface FileReport {
  readonly problems: readonly FileProblem[];
  /** Whether the file was read and checked. If not, a problem says why. */
  readonly isChecked: boolean;
}

/** Reads a file and checks it by the rules of its workspace. */
export async function reportFile(path: string, settings: WorkspaceRuleSettings): Promise<FileReport> {
  const reading = readDocument(path);
  if (!reading.ok) return uncheckedFile(path, `The file can't be read. ${reading.failure.reason}`);
  const { content, format } = reading.value;
  const { problems } = await checkDocument(content, format, await settings.for(path));
  return { problems: problems.map((problem) => ({ file: path, problem })), isChecked: true };
}

/** A file or folder that can't be checked. `message`: what happened and what to do, in sentences. */
export function uncheckedFile(file: string, message: string): FileReport {
  return { problems: [{ file, problem: fileProblem(message) }], isChecked: false };
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` if it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const reading = readDocument(path);
  if (!reading.ok) throw new UsageError(`${plainText(path)} can't be read. ${reading.failure.reason}`);
  return checkDocument(reading.value.content, reading.value.format, await settings.for(path));
}
