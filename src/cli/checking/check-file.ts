import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import type { Result } from '../../result.ts';
import { type ReadDocument, type ReadFailure, readDocument } from '../input/document-file.ts';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { lineForPeople } from '../output/line-for-people.ts';
import { UsageError } from '../terminal.ts';
import { type FileReport, uncheckedFile } from './file-report.ts';

/** In bytes. Most files are smaller. */
const memorySize = 64 * 1024;

/** Checks files by the rules of their workspaces, one after the other. */
export class FileChecker {
  readonly #settings = new WorkspaceRuleSettings();
  /** What each file is read into. */
  readonly #memory = Buffer.allocUnsafeSlow(memorySize);

  report(path: string): Promise<FileReport> {
    return this.#reportOf(path, readDocument(path, { memory: this.#memory }));
  }

  /** Undefined for a file of more than `maxSize` bytes. */
  async reportSmall(path: string, maxSize: number): Promise<FileReport | undefined> {
    const reading = readDocument(path, { memory: this.#memory, maxSize });
    if (!reading.ok && reading.failure.kind === 'too-large') return undefined;
    return this.#reportOf(path, reading);
  }

  async #reportOf(path: string, reading: Result<ReadDocument, ReadFailure>): Promise<FileReport> {
    if (!reading.ok) return uncheckedFile(path, `The file can't be read. ${reading.failure.reason}`);
    const { content, format } = reading.value;
    const { problems } = await checkDocument(content, format, await this.#settings.for(path));
    return { problems: problems.map((problem) => ({ file: path, problem })), isChecked: true };
  }
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` if it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const reading = readDocument(path);
  if (!reading.ok) throw new UsageError(`${lineForPeople(path)} can't be read. ${reading.failure.reason}`);
  return checkDocument(reading.value.content, reading.value.format, await settings.for(path));
}
