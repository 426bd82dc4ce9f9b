import { l10n, type Uri } from 'vscode';
import { warningLines } from '../../../app/messages/warning-lines.ts';
import type { DatasetSummary } from '../../../dataset/dataset.ts';
import { type CheckedDocument, checkDocument } from '../../../dataset/document.ts';
import type { Problem } from '../../../dataset/problem.ts';
import {
  checkSource,
  type DatasetSource,
  describeSourceFailure,
  type SourceResult,
} from '../../documents/dataset-source.ts';
import { describeUnjudged, type Unjudged } from '../../documents/unjudged.ts';
import type { Settings } from '../../studio/editor-settings.ts';

/** What confirmations and reports say of a checked document. Its content isn't kept: of several, each is read again at its turn. */
export type CheckedFile = ValidFile | InvalidFile;

/** By document. */
export type FilesByDocument = ReadonlyMap<string, CheckedFile>;

export interface ValidFile {
  readonly valid: true;
  readonly name: string;
  readonly summary: DatasetSummary;
  readonly unsaved: boolean;
  readonly warnings: number;
  /** The first warnings, with their lines, and how many others there are. */
  readonly firstWarnings: readonly string[];
  readonly moreWarnings: number;
}

export interface InvalidFile {
  readonly valid: false;
  readonly name: string;
  readonly uri: Uri;
  /** The first error, with its line, or why the document can't be read. */
  readonly reason: string;
  /** 0 if the document can't be read. */
  readonly errors: number;
  readonly firstError?: Problem | undefined;
  /** Why the editor shows no problems of it. */
  readonly unjudged?: Unjudged | undefined;
}

/** Checks what was read: the body to send if it is valid, and what to say of it. */
export async function checkFile(
  uri: Uri,
  reading: SourceResult,
  settings: Settings,
): Promise<{ readonly file: CheckedFile; readonly body?: Uint8Array }> {
  const name = reading.ok ? reading.value.name : reading.failure.name;
  if (!reading.ok) {
    const reason = describeSourceFailure(reading.failure);
    return { file: { valid: false, uri, name, reason, errors: 0 } };
  }
  const checked = await checkSource(reading.value, settings);
  if (!checked.valid) {
    const { errors, unjudged } = checked;
    const [firstError] = errors;
    const reason = firstError ? withLine(firstError) : unjudged ? describeUnjudged(unjudged) : '';
    return { file: { valid: false, uri, name, reason, errors: errors.length, firstError, unjudged } };
  }
  const warnings = await warningsOf(reading.value, checked, settings);
  const { lines, more } = warningLines(warnings);
  const file: ValidFile = {
    valid: true,
    name,
    summary: checked.summary,
    unsaved: reading.value.unsaved,
    warnings: warnings.length,
    firstWarnings: lines,
    moreWarnings: more,
  };
  return { file, body: checked.body };
}

/** By the default severities of the rules: a repository can't silence the question. */
async function warningsOf(
  { content, format, uri }: DatasetSource,
  checked: CheckedDocument,
  settings: Settings,
): Promise<readonly Problem[]> {
  const options = await settings.validation(uri);
  const { problems } =
    Object.keys(options.rules).length === 0
      ? checked
      : await checkDocument(content, format, { ...options, rules: {} });
  return problems.filter(({ severity }) => severity === 'warning' || severity === 'error');
}

function withLine({ range, message }: Problem): string {
  return l10n.t('Line {0}: {1}', range.start.line + 1, message);
}
