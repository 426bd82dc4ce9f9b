import { type TextDocument, type Uri, workspace } from 'vscode';
import { type DocumentFormat, validateText } from '../../dataset/document.ts';
import type { TreeNode } from '../../dataset/document-tree.ts';
import { editFailureMessage } from '../../dataset/edits/edit-failure.ts';
import type { Problem } from '../../dataset/problem.ts';
import { parseTree } from '../../dataset/read-tree.ts';
import { dataTypeNames } from '../../dataset/rules/schema.ts';
import type { DocumentState, ReadOnlyReason } from '../../designer/messages.ts';
import type { TextChecks } from '../authoring/checking/text-checks.ts';
import { formatOf } from '../authoring/features/text-ranges.ts';
import type { Settings } from '../studio/settings.ts';

/** Longest text that is shown, in UTF-16 units. The YAML parser is slow. */
const longest: Readonly<Record<DocumentFormat, number>> = { json: 16 * 1024 * 1024, yaml: 2 * 1024 * 1024 };

/** One version of a document, as the designer needs it. */
export interface DocumentReading {
  readonly version: number;
  readonly text: string;
  readonly format: DocumentFormat;
  readonly root: TreeNode | undefined;
  readonly hasErrors: boolean;
  readonly isTooLarge: boolean;
}

export async function readDocument(document: TextDocument): Promise<DocumentReading> {
  const { version } = document;
  const text = document.getText();
  const format = formatOf(document);
  if (text.length > longest[format]) {
    return { version, text: '', format, root: undefined, hasErrors: true, isTooLarge: true };
  }
  return { version, text, format, ...(await parseTree(text, format)), isTooLarge: false };
}

/** The problems of a reading, as the Problems panel has them. */
export async function problemsIn(
  { text, format, isTooLarge }: DocumentReading,
  { uri }: TextDocument,
  settings: Settings,
  checks: TextChecks,
): Promise<readonly Problem[]> {
  if (isTooLarge || !settings.isValidationEnabled(uri)) return [];
  return checks.problems(text, format, settings.validation(uri));
}

/** The state of a document beside its design. */
export async function stateOf(
  reading: DocumentReading,
  { uri }: TextDocument,
  problems: readonly Problem[],
  settings: Settings,
): Promise<DocumentState> {
  const { version, text, isTooLarge } = reading;
  const dataTypes = dataTypeNames(settings.validation(uri).dataTypes);
  const isEmpty = !isTooLarge && text.trim() === '';
  return { version, readOnly: await readOnlyReason(reading, uri, problems), isEmpty, dataTypes };
}

/** The first syntax error. It is looked for even if validation is off. */
export async function syntaxErrorIn(
  { text, format, root, hasErrors }: DocumentReading,
  problems: readonly Problem[],
): Promise<Problem | undefined> {
  if (!hasErrors && root !== undefined) return undefined;
  const isSyntax = ({ code }: Problem) => code === 'syntax';
  const known = problems.find(isSyntax);
  return known ?? (await validateText(text, format, { rules: {}, dataTypes: [] })).find(isSyntax);
}

async function readOnlyReason(
  reading: DocumentReading,
  { scheme }: Uri,
  problems: readonly Problem[],
): Promise<ReadOnlyReason | undefined> {
  if (reading.isTooLarge) return { kind: 'too-large' };
  if (workspace.fs.isWritableFileSystem(scheme) === false) return { kind: 'read-only-file' };
  if (!reading.hasErrors && reading.root !== undefined) return undefined;
  const error = await syntaxErrorIn(reading, problems);
  return {
    kind: 'syntax-error',
    message: error?.message ?? editFailureMessage({ kind: 'syntax-errors' }),
    line: (error?.range.start.line ?? 0) + 1,
  };
}
