import { failure, type Result, success } from '../../result.ts';
import type { DocumentFormat } from '../dataset.ts';
import type { TreeNode } from '../document-tree.ts';
import { ParsedDocument } from '../parsed-document.ts';
import { blockReader } from './block-items.ts';
import { layoutOf } from './layout.ts';
import { isSame, modelOf, withOperation } from './model.ts';
import type { EditFailure, EditOperation } from './operation.ts';
import { nodeAt, operationEdits, type ParsedSource } from './operation-edits.ts';
import { EditedText, type TextEdit } from './text-edit.ts';
import { stringLiteral } from './write-value.ts';

/**
 * Edits a JSON or YAML document by its structure. Returns the text edits that make the operations' changes, in the
 * order of the text and without overlaps. They leave everything else as it is: layout, comments, line endings and
 * unknown properties. Either all operations succeed or none.
 *
 * `indent`: for a JSON document that has no indentation yet. The edited text is parsed again and compared with the edited value, so that an unusual layout is never damaged.
 */
export async function editDataset(
  document: ParsedDocument,
  operations: readonly EditOperation[],
  indent?: string,
): Promise<Result<readonly TextEdit[], EditFailure>> {
  const { text, format } = document;
  let root = await validRoot(document);
  if (root === undefined) return failure({ kind: 'syntax-errors' });
  let expected = modelOf(text, root, format === 'json');
  const sources = await sourcesOf(operations);
  let current = EditedText.of(text);
  for (let next = 0; next < operations.length; ) {
    if (root === undefined) return failure({ kind: 'unsupported-layout' });
    const round = roundOf(current.text, format, root, operations, next, sources, indent);
    if (!round.ok) return round;
    for (const operation of operations.slice(next, round.value.end)) {
      const source = sources.get(operation);
      expected = withOperation(
        expected,
        operation,
        source?.root && modelOf(source.text, source.root, source.format === 'json'),
      );
    }
    next = round.value.end;
    current = current.with(round.value.edits);
    root = await validRoot(new ParsedDocument(current.text, format));
  }
  const isExpected = root !== undefined && isSame(modelOf(current.text, root, format === 'json'), expected);
  return isExpected ? success(current.edits()) : failure({ kind: 'unsupported-layout' });
}

/**
 * The edits of the operations from an index on that can be made before the text is parsed again: one, or several that
 * replace values or remove items in different places.
 */
function roundOf(
  text: string,
  format: DocumentFormat,
  root: TreeNode,
  operations: readonly EditOperation[],
  from: number,
  sources: ReadonlyMap<EditOperation, ParsedSource>,
  indent: string | undefined,
): Result<{ readonly edits: readonly TextEdit[]; readonly end: number }, EditFailure> {
  const context = {
    text,
    format,
    layout: layoutOf(text, root, format === 'json' ? indent : undefined),
    writeString: stringLiteral(format),
    blocksOf: blockReader(text),
  };
  const removalsEnd = endOfRemovals(root, format, operations, from);
  const edits: TextEdit[] = [];
  /** The span of all edits. Most operations are in the order of the text, or in reverse. */
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let end = from;
  for (; end < operations.length; end++) {
    const operation = operations[end];
    if (operation === undefined || (end > from && end === removalsEnd)) break;
    const result = operationEdits(context, root, operation, sources.get(operation));
    if (!result.ok) {
      if (end > from) break;
      const { failure: kind } = result;
      return failure(
        kind === 'unsupported-layout' ? { kind } : { kind, operation: end, path: operation.path },
      );
    }
    const [edit] = result.value;
    // A scalar by a scalar, or else it is added.
    const isReplacing =
      operation.kind === 'set' &&
      (typeof operation.value !== 'object' || operation.value === null) &&
      edit?.start !== edit?.end;
    if (edit === undefined || !(end < removalsEnd || isReplacing)) {
      return success(end > from ? { edits: inOrder(edits), end } : { edits: result.value, end: end + 1 });
    }
    const isBetween = edit.start < last && edit.end > first;
    if (isBetween && edits.some((other) => edit.start < other.end && other.start < edit.end)) break;
    edits.push(edit);
    first = Math.min(first, edit.start);
    last = Math.max(last, edit.end);
  }
  return success({ edits: inOrder(edits), end });
}

/** The texts that operations copy items from, unless it is the document's. */
async function sourcesOf(
  operations: readonly EditOperation[],
): Promise<ReadonlyMap<EditOperation, ParsedSource>> {
  const sources = new Map<EditOperation, ParsedSource>();
  for (const operation of operations) {
    if (operation.kind !== 'copy' || operation.source === undefined) continue;
    const { text, format } = operation.source;
    const blocksOf = blockReader(text);
    sources.set(operation, { text, format, root: await validRoot(operation.source), blocksOf });
  }
  return sources;
}

async function validRoot(document: ParsedDocument): Promise<TreeNode | undefined> {
  const { root, errors } = await document.tree;
  return errors.length > 0 ? undefined : root;
}

function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.start - b.start);
}

/**
 * The index after the operations that remove items of one list, from back to front, but not its last item. Each has the same
 * edits before and after the others, so that the text need not be parsed in between.
 */
function endOfRemovals(
  root: TreeNode,
  format: DocumentFormat,
  operations: readonly EditOperation[],
  from: number,
): number {
  const first = operations[from];
  if (first?.kind !== 'remove') return from;
  const listPath = first.path.slice(0, -1);
  const list = nodeAt(root, listPath, format);
  if (!list.ok || list.value.type !== 'array') return from;
  let next = list.value.items.length - 1;
  let end = from;
  for (const { kind, path } of operations.slice(from)) {
    const index = Number(path.at(-1));
    const isInList = path.length === listPath.length + 1 && listPath.every((step, at) => step === path[at]);
    if (kind !== 'remove' || !isInList || !(index < next)) break;
    next = index;
    end += 1;
  }
  return end;
}
