import { changesOfFile, fixDataset } from '../../app/fix-dataset.ts';
import type { DocumentToValidate } from '../../app/validate-datasets.ts';
import { unifiedDiff } from '../../dataset/edits/unified-diff.ts';
import { failure, type Result, success } from '../../result.ts';
import { normalizedPath } from '../file-paths.ts';
import { replaceFile } from '../output/replace-file.ts';
import { SafeOutput } from '../output/safe-output.ts';
import { TemporaryFiles } from '../output/temporary-files.ts';

/** Makes the fixes of *Fix All* in files. */
export class FileFixes {
  readonly isDryRun: boolean;
  /** How many files were fixed, or in a dry run, have something to fix. */
  count = 0;
  /** What a dry run would change, as unified diffs. */
  readonly diffs: SafeOutput[] = [];
  readonly #temporaryFiles = new TemporaryFiles();

  /** `isDryRun`: collects diffs, and writes nothing. */
  constructor(isDryRun: boolean) {
    this.isDryRun = isDryRun;
  }

  /** The document as it is afterwards. A failure says why the file can't be written and what to do, in sentences. */
  async fix(file: string, document: DocumentToValidate): Promise<Result<DocumentToValidate, string>> {
    const fixing = await fixDataset(document);
    if (!fixing) return success(document);
    const { text, edits } = changesOfFile(fixing);
    if (edits.length === 0) return success(document);
    const { fixed } = fixing;
    if (this.isDryRun) {
      const diff = unifiedDiff(normalizedPath(file), text, edits);
      this.diffs.push(SafeOutput.lines(diff.of(diff.changeCount)));
    } else {
      const written = await replaceFile(file, fixed, {
        expected: document.content,
        temporaryFiles: this.#temporaryFiles,
      });
      if (!written.ok) return failure(written.failure);
    }
    this.count++;
    return success({ ...document, content: Buffer.from(fixed) });
  }
}
