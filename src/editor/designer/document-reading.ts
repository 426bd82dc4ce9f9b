import type { TextDocument } from 'vscode';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import { editFailureMessage } from '../../dataset/edits/operation.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import type { Problem } from '../../dataset/problem.ts';
import { dataTypeNames } from '../../dataset/rules/schema.ts';
import { noRuleSettings } from '../../dataset/rules/settings.ts';
import { type DesignReading, readDesign } from '../../designer/read-design.ts';
import type { DocumentState, ReadOnlyReason } from '../../designer/view-messages.ts';
import { documentFormat } from '../documents/text-ranges.ts';
import { describeUnjudged, unjudged } from '../documents/unjudged.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { isReadOnlyFile } from './read-only-file.ts';

/** The maximum length of a text that is shown, in UTF-16 code units. The YAML parser is slow. */
const maxLength: Readonly<Record<DocumentFormat, number>> = { json: 16 * 1024 * 1024, yaml: 2 * 1024 * 1024 };

/** One version of a document, as the designer needs it. */
export interface VersionReading extends DesignReading {
  readonly version: number;
  readonly text: string;
  readonly format: DocumentFormat;
  /** As the Problems panel has them. */
  readonly problems: readonly Problem[];
  /** The text is longer than the maximum, or the worker failed or timed out. */
  readonly isTooLarge: boolean;
}

/** A document in the designer, and what reads and checks it. */
export interface DesignedDocument extends CommonStudio {
  readonly document: TextDocument;
}

/** `known`: the last reading of this version. Its problems can be others by now, as settings can have changed. */
export async function readDesigned(
  designed: DesignedDocument,
  known: VersionReading | undefined,
): Promise<VersionReading> {
  const reading = known ?? (await readText(designed));
  return { ...reading, problems: await problemsIn(reading, designed) };
}

async function readText({ document, checks }: DesignedDocument): Promise<VersionReading> {
  const { version } = document;
  const text = document.getText();
  const format = documentFormat(document);
  if (text.length > maxLength[format]) return tooLarge(version, format);
  const reading = await checks.runOn({ text, format }, { kind: 'design' });
  if (reading === undefined) return tooLarge(version, format);
  return { ...reading, version, text, format, problems: [], isTooLarge: false };
}

async function tooLarge(version: number, format: DocumentFormat): Promise<VersionReading> {
  const nothing = await readDesign(new ParsedDocument('', format));
  return { ...nothing, version, text: '', format, problems: [], isTooLarge: true };
}

async function problemsIn(
  { text, format, isTooLarge }: VersionReading,
  { document: { uri }, settings, checks }: DesignedDocument,
): Promise<readonly Problem[]> {
  if (isTooLarge || !settings.isValidationEnabled(uri)) return [];
  const judgement = await settings.judge(uri);
  return judgement.kind === 'judged' ? checks.problems(text, format, judgement.settings) : [];
}

/** The state of a document beside its design. `isLocked`: VS Code lost a change of it. */
export async function designState(
  reading: VersionReading,
  designed: DesignedDocument,
  isLocked = false,
): Promise<DocumentState> {
  const { document, settings } = designed;
  const { version, text, isTooLarge } = reading;
  const judgement = await settings.judge(document.uri);
  const dataTypes = dataTypeNames(judgement.settings.dataTypes);
  const isEmpty = !isTooLarge && text.trim() === '';
  const left = unjudged(document.uri, judgement);
  return {
    version,
    readOnly: await readOnlyReason(reading, designed, isLocked),
    unjudged: left && { message: describeUnjudged(left), isError: left.kind === 'broken' },
    isEmpty,
    dataTypes,
  };
}

/** The first syntax error. It is looked for even if validation is off. */
export async function syntaxErrorIn(
  { text, format, isValid, problems }: VersionReading,
  { checks }: DesignedDocument,
): Promise<Problem | undefined> {
  if (isValid) return undefined;
  const isSyntax = ({ code }: Problem) => code === 'syntax';
  const known = problems.find(isSyntax);
  return known ?? (await checks.problems(text, format, noRuleSettings)).find(isSyntax);
}

async function readOnlyReason(
  reading: VersionReading,
  designed: DesignedDocument,
  isLocked: boolean,
): Promise<ReadOnlyReason | undefined> {
  if (reading.isTooLarge) return { kind: 'too-large' };
  if (isLocked || isReadOnlyFile(designed.document)) return { kind: 'read-only-file' };
  if (reading.isValid) return undefined;
  const error = await syntaxErrorIn(reading, designed);
  return {
    kind: 'syntax-error',
    message: error?.message ?? editFailureMessage({ kind: 'syntax-errors' }),
    line: (error?.range.start.line ?? 0) + 1,
  };
}
