import { decodeUtf8 } from '../dataset/decode.ts';
import { readValue, type ValueFormat } from '../dataset/document.ts';
import { Locator } from '../dataset/document-tree.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import type { Problem, Range } from '../dataset/problem.ts';
import { positionsIn } from '../dataset/text-positions.ts';
import { failure, type Result, success } from '../result.ts';
import { type Change, type ChangeKind, severityOfKind } from './change.ts';
import { compareDatasets } from './compare.ts';

/** One version of a dataset file. */
export interface Version {
  readonly content: Uint8Array;
  readonly format: ValueFormat;
}

/** Which of two versions can't be parsed, and why. */
export interface UnreadableVersion {
  readonly kind: 'before' | 'after';
  readonly problem: Problem;
}

/** The changes of a file. Without an earlier version, the dataset was added; without a later one, removed. */
export async function compareVersions(
  before: Version | undefined,
  after: Version | undefined,
): Promise<Result<readonly Change[], UnreadableVersion>> {
  const old = await read(before);
  if (!old.ok) return failure({ kind: 'before', problem: old.failure });
  const now = await read(after);
  if (!now.ok) return failure({ kind: 'after', problem: now.failure });
  if (before === undefined) return success([changeOfWhole('dataset-added', now.value)]);
  if (after === undefined) return success([changeOfWhole('dataset-removed', old.value)]);
  return success(compareDatasets(old.value, now.value));
}

function changeOfWhole(kind: ChangeKind, item: unknown): Change {
  return { kind, severity: severityOfKind[kind], item };
}

async function read(version: Version | undefined): Promise<Result<unknown, Problem>> {
  const value = version && (await readValue(version.content, version.format));
  if (value === undefined || value.ok) return success(value?.value);
  const [problem] = value.failure.problems;
  if (problem === undefined) throw new Error('A syntax failure has no problem.');
  return failure(problem);
}

/**
 * Where each change is in the new version: the value that is new or different, or the opening of an object or a list. Removed
 * things have no place: they are at the beginning of the text, or `nearby`, where they were.
 */
export async function locateChanges(
  changes: readonly Change[],
  after: Version,
  nearby = false,
): Promise<Range[]> {
  const text = decodeUtf8(after.content);
  if (!text.ok) throw new Error('A version that was compared is not UTF-8.');
  const looksLikeJson = /^\s*[{[]/.test(text.value);
  const format = after.format !== 'unknown' ? after.format : looksLikeJson ? 'json' : 'yaml';
  const locator = new Locator((await new ParsedDocument(text.value, format).tree).root, text.value);
  const positionOf = positionsIn(text.value);
  return changes.map(({ newPath, nearPath }) => {
    let path = newPath ?? (nearby ? nearPath : undefined);
    // A property that is gone was in its parent.
    while (nearby && path?.length && locator.nodeAt(path) === undefined) path = path.slice(0, -1);
    const node = path && locator.nodeAt(path);
    if (path === undefined || node === undefined) return { start: positionOf(0), end: positionOf(0) };
    const target = node.type === 'scalar' ? 'value' : 'opening';
    const { start, end } = locator.spanOf({ path, target });
    return { start: positionOf(start), end: positionOf(end) };
  });
}
