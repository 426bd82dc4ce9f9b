import { fixDataset } from '../../app/fix-dataset.ts';
import type { DocumentToValidate } from '../../app/validate-datasets.ts';
import { splitByteOrderMark } from '../../dataset/decode.ts';
import { removal } from '../../dataset/edits/text-edit.ts';
import { unifiedDiff } from '../../dataset/edits/unified-diff.ts';
import { failure, type Result, success } from '../../result.ts';
import { normalizedPath } from '../file-paths.ts';
import { replaceFile } from '../output/replace-file.ts';
import { SafeOutput } from '../output/safe-output.ts';
import { TemporaryFiles } from '../output/temporary-files.ts';

/** Makes the fixes of *Fix All* in files. */
export class FileFixes {
  readonly isDryRun: boolean;
  /** How many files have something to fix. */
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
    const { mark, rest } = splitByteOrderMark(document.content);
    const fixing = await fixDataset({ ...document, content: rest });
    if (!fixing || (fixing.edits.length === 0 && mark === '')) return success(document);
    this.count++;
    const { text, edits, fixed } = fixing;
    if (this.isDryRun) {
      const shifted = edits.map(({ start, end, newText }) => ({
        start: start + mark.length,
        end: end + mark.length,
        newText,
      }));
      const all = mark === '' ? shifted : [removal(0, mark.length), ...shifted];
      const diff = unifiedDiff(normalizedPath(file), mark + text, all);
      this.diffs.push(SafeOutput.lines(diff.of(diff.changeCount)));
    } else {
      const written = await replaceFile(file, fixed, {
        expected: document.content,
        temporaryFiles: this.#temporaryFiles,
      });
      if (!written.ok) return failure(written.failure);
    }
    return success({ ...document, content: Buffer.from(fixed) });
  }
}
