import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import { plainText } from '../../text/plain-text.ts';
import { readDocument } from '../input/document-file.ts';
import type { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { UsageError } from '../terminal.ts';
import { type FileReport, uncheckedFile } from './file-report.ts';

/** Reads a file and checks it by the rules of its workspace. */
export async function reportFile(path: string, settings: WorkspaceRuleSettings): Promise<FileReport> {
  const reading = readDocument(path);
  if (!reading.ok) return uncheckedFile(path, `The file can't be read. ${reading.failure.reason}`);
  const { content, format } = reading.value;
  const { problems } = await checkDocument(content, format, await settings.for(path));
  return { problems: problems.map((problem) => ({ file: path, problem })), isChecked: true };
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` if it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const reading = readDocument(path);
  if (!reading.ok) throw new UsageError(`${plainText(path)} can't be read. ${reading.failure.reason}`);
  return checkDocument(reading.value.content, reading.value.format, await settings.for(path));
}
