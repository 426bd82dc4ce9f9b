import { failure, type Result, success } from '../../result.ts';
import type { DocumentFormat } from '../dataset.ts';
import type { TreeNode } from '../document-tree.ts';
import { ParsedDocument } from '../parsed-document.ts';
import type { Path } from '../problem.ts';
import { blockReader } from './block-items.ts';
import { layoutOf } from './layout.ts';
import { isSameModel, modelOf, withOperation } from './model.ts';
import type { EditFailure, EditOperation } from './operation.ts';
import { operationEdits, type ParsedSource } from './operation-edits.ts';
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
  let current = EditedText.of(text);
  for (let next = 0; next < operations.length; ) {
    if (root === undefined) return failure({ kind: 'unsupported-layout' });
    const round = await roundOf(current.text, format, root, operations, next, indent);
    if (!round.ok) return round;
    for (const operation of operations.slice(next, round.value.end)) {
      const source = await sourceOf(operation);
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
  const isExpected =
    root !== undefined && isSameModel(modelOf(current.text, root, format === 'json'), expected);
  return isExpected ? success(current.edits()) : failure({ kind: 'unsupported-layout' });
}

/**
 * The edits of the operations from an index on that can be made before the text is parsed again: one, or several that
 * replace values in different places, or remove items of one list from back to front.
 */
async function roundOf(
  text: string,
  format: DocumentFormat,
  root: TreeNode,
  operations: readonly EditOperation[],
  from: number,
  indent: string | undefined,
): Promise<Result<{ readonly edits: readonly TextEdit[]; readonly end: number }, EditFailure>> {
  const context = {
    text,
    format,
    layout: layoutOf(text, root, format === 'json' ? indent : undefined),
    writeString: stringLiteral(format),
    blocksOf: blockReader(text),
  };
  const round: TextEdit[] = [];
  let end = from;
  for (const operation of operations.slice(from)) {
    const result = operationEdits(context, root, operation, await sourceOf(operation));
    if (end > from && !(result.ok && canFollow(operation, result.value, operations[end - 1], round))) break;
    if (!result.ok) {
      const { failure: kind } = result;
      return failure(
        kind === 'unsupported-layout' ? { kind } : { kind, operation: end, path: operation.path },
      );
    }
    round.push(...result.value);
    end += 1;
  }
  return success({ edits: round.sort((a, b) => a.start - b.start), end });
}

/** Whether an operation has the same edits before and after those of its round. */
function canFollow(
  { kind, path }: EditOperation,
  edits: readonly TextEdit[],
  previous: EditOperation | undefined,
  round: readonly TextEdit[],
): boolean {
  if (previous?.kind !== kind || (kind !== 'set' && kind !== 'remove')) return false;
  const index = path.at(-1);
  const before = previous.path.at(-1);
  const isIndependent =
    kind === 'set'
      ? // A value that is added could be at the place of another one.
        edits.every(({ start, end }) => start < end)
      : // The last item that is left is removed in another way.
        Number(index) > 0 && Number(index) < Number(before) && isSameList(path, previous.path);
  const isApart = (edit: TextEdit) =>
    round.every((other) => edit.end <= other.start || other.end <= edit.start);
  return isIndependent && edits.every(isApart);
}

function isSameList(path: Path, other: Path): boolean {
  return path.length === other.length && path.slice(0, -1).every((step, at) => step === other[at]);
}

/** The text that an operation copies items from, unless it is the document's. */
async function sourceOf(operation: EditOperation): Promise<ParsedSource | undefined> {
  if (operation.kind !== 'copy' || operation.source === undefined) return undefined;
  const { text, format } = operation.source;
  return { text, format, root: await validRoot(operation.source), blocksOf: blockReader(text) };
}

async function validRoot(document: ParsedDocument): Promise<TreeNode | undefined> {
  const { root, errors } = await document.tree;
  return errors.length > 0 ? undefined : root;
}
