import { l10n, type Uri, workspace } from 'vscode';
import type { ReadFailure } from '../../app/read-file.ts';
import { type DocumentFormat, formatOf } from '../../dataset/dataset.ts';
import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import { failure, type Result, success } from '../../result.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { datasetFormat } from '../studio/languages.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { fileName, openDocument } from '../studio/uris.ts';
import { showFailure } from '../ui/notifications.ts';
import { type Unjudged, unjudged } from './unjudged.ts';

/** A document as it would be sent. */
export interface DatasetSource {
  readonly uri: Uri;
  /** The name of the file, to be shown. */
  readonly name: string;
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
  /** Whether the content is that of an editor with unsaved changes. False for a document that was never saved. */
  readonly unsaved: boolean;
}

/** Why a document can't be read. `name` is the name of its file. */
type SourceFailure = (ReadFailure | { readonly kind: 'not-a-dataset' }) & { readonly name: string };

export type SourceResult = Result<DatasetSource, SourceFailure>;

/** Of untitled documents. */
const formatByLanguage: ReadonlyMap<string, DocumentFormat> = new Map([
  ['json', 'json'],
  ['jsonc', 'json'],
  ['yaml', 'yaml'],
]);

/** Reads the text in the editor if it has unsaved changes, otherwise the file. */
export async function readSource(target: Uri): Promise<SourceResult> {
  const uri = savedUri(target);
  const name = fileName(uri);
  const document = openDocument(uri);
  const format =
    (document && datasetFormat(document)) ??
    formatOf(uri.path) ??
    (document && formatByLanguage.get(document.languageId));
  if (!format) return failure({ kind: 'not-a-dataset', name });

  if (document && (document.isDirty || document.isUntitled)) {
    const content = new TextEncoder().encode(document.getText());
    return success({ uri, name, format, content, unsaved: !document.isUntitled });
  }
  const file = await workspaceFiles.read(uri);
  if (!file.ok) return failure({ ...file.failure, name });
  return success({ uri, name, format, content: file.value, unsaved: false });
}

/** What was read. Shows why if nothing was, and is undefined then. */
export function shownSource(reading: SourceResult): DatasetSource | undefined {
  if (reading.ok) return reading.value;
  showFailure(describeSourceFailure(reading.failure));
  return undefined;
}

/** The file of an untitled document with a path that has been saved. Other URIs are returned as they are. */
export function savedUri(uri: Uri): Uri {
  if (uri.scheme !== 'untitled' || !uri.path.startsWith('/') || openDocument(uri)) return uri;
  const folder = workspace.workspaceFolders?.find((each) => each.uri.authority === uri.authority);
  return uri.with({ scheme: folder?.uri.scheme ?? 'file' });
}

export function describeSourceFailure(failed: SourceFailure): string {
  const { name } = failed;
  switch (failed.kind) {
    case 'not-a-dataset':
      return l10n.t(
        '{0} is not a dataset file. Open a file named *.dataset.json, *.dataset.yaml or *.dataset.yml.',
        name,
      );
    case 'not-found':
      return l10n.t('{0} no longer exists. If it is still open, save it again, and try again.', name);
    case 'unreadable':
      return l10n.t("{0} can't be read. {1}", name, failed.details);
  }
}

/** `unjudged`: why the editor shows no problems of the document. Of one whose project file is broken, nothing else is known. */
type CheckedSource = CheckedDocument & { readonly unjudged: Unjudged | undefined };

/** Checks what would be sent, with the rule settings that apply to its folder. */
export async function checkSource(
  { content, format, uri }: DatasetSource,
  settings: Settings,
): Promise<CheckedSource> {
  const judgement = await settings.judge(uri);
  const left = unjudged(uri, judgement);
  if (left?.kind === 'broken') return { valid: false, problems: [], errors: [], unjudged: left };
  return { ...(await checkDocument(content, format, judgement.settings)), unjudged: left };
}
