import { FileSystemError, FileType, l10n, TabInputText, type Uri, window, workspace } from 'vscode';
import { type DocumentFormat, formatOf } from '../../../dataset/document.ts';

/** A document as it would be sent. */
export interface DatasetSource {
  readonly uri: Uri;
  /** File name, for people. */
  readonly name: string;
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
  /** The editor holds something else than the file. */
  readonly unsaved: boolean;
}

export type SourceReading = DatasetSource | { readonly failure: string };

const formatByLanguage: ReadonlyMap<string, DocumentFormat> = new Map([
  ['dataset-json', 'json'],
  ['dataset-yaml', 'yaml'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['yaml', 'yaml'],
]);

/** Reads what stands in the editor, where the document is open there, otherwise the file. */
export async function readSource(uri: Uri): Promise<SourceReading> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const format = formatOf(uri.path) ?? (document && formatByLanguage.get(document.languageId));
  if (!format)
    return {
      failure: l10n.t(
        '{0} is no dataset file. Open a file named *.dataset.json, *.dataset.yaml or *.dataset.yml.',
        name,
      ),
    };

  const inEditor = document && new TextEncoder().encode(document.getText());
  if (document && inEditor && (document.isDirty || document.isUntitled))
    return { uri, name, format, content: inEditor, unsaved: true };

  const file = await readFile(uri, name);
  if ('failure' in file) return file;
  // A clean editor normally shows the file; where the file has changed behind it, what the user sees counts. A
  // document without an editor is seen by nobody.
  const unsaved = document !== undefined && isShown(uri) && !isSameText(file.content, document.getText());
  return { uri, name, format, content: unsaved && inEditor ? inEditor : file.content, unsaved };
}

async function readFile(
  uri: Uri,
  name: string,
): Promise<{ readonly content: Uint8Array } | { readonly failure: string }> {
  try {
    const { type } = await workspace.fs.stat(uri);
    // VS Code would wait for a pipe, and read a device without an end.
    if ((type & (FileType.File | FileType.Directory)) === 0)
      return { failure: l10n.t('{0} is a pipe, a socket or a device. Choose a dataset file.', name) };
    return { content: await workspace.fs.readFile(uri) };
  } catch (error) {
    const code = error instanceof FileSystemError ? error.code : '';
    switch (code) {
      case 'FileNotFound':
        return {
          failure: l10n.t('{0} no longer exists. Save it again if it is still open, then retry.', name),
        };
      case 'FileIsADirectory':
        return { failure: l10n.t('{0} is a folder. Choose a dataset file in it.', name) };
      case 'NoPermissions':
        return {
          failure: l10n.t("{0} can't be read: permission was denied. Check the file's permissions.", name),
        };
      default:
        return {
          failure: l10n.t("{0} can't be read. Check that the file system is there, then retry.", name),
        };
    }
  }
}

function isShown(uri: Uri): boolean {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());
}

/** VS Code drops a byte order mark and makes line endings uniform when it opens a file: neither is a change. */
function isSameText(content: Uint8Array, text: string): boolean {
  const decoded = new TextDecoder().decode(content);
  return decoded === text || uniform(decoded) === uniform(text);
}

function uniform(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
