import { Range, type TextDocument, TextEdit, WorkspaceEdit, window, workspace } from 'vscode';
import type { FileFailure } from '../../agents/failure.ts';
import type { AgentDocument, DocumentPort, FoundFiles } from '../../agents/ports.ts';
import { formatOf } from '../../dataset/document.ts';
import type { Edit } from '../../dataset/fixes/fix.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { failure, type Result, success } from '../../result.ts';
import { datasetGlob } from '../authoring/workspace/dataset-files.ts';
import type { Settings } from '../studio/settings.ts';
import {
  type DatasetSource,
  describeSourceFailure,
  readSource,
} from '../submissions/create/dataset-source.ts';
import { findFiles, locateFile } from './workspace-files.ts';

/** A document as a submission would read it. */
export interface WorkspaceDocument extends AgentDocument {
  readonly source: DatasetSource;
}

/** Documents of the workspace: the text in the editor, saved or not, otherwise the file. */
export class WorkspaceDocuments implements DocumentPort<WorkspaceDocument> {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async read(file: string): Promise<Result<WorkspaceDocument, FileFailure>> {
    const located = await locateFile(file);
    if (!located.ok) return located;
    const { uri } = located.value;
    if (formatOf(uri.path) === undefined) return failure({ kind: 'not-a-document', file });
    const reading = await readSource(uri);
    if (!reading.ok)
      return failure({ kind: 'unreadable', file, details: describeSourceFailure(reading.failure) });
    const source = reading.value;
    const { format, content } = source;
    return success({ file, format, content, settings: this.#settings.validation(uri), source });
  }

  async find(patterns: readonly string[]): Promise<Result<FoundFiles, FileFailure>> {
    const found = await findFiles(patterns, datasetGlob);
    return found.ok ? success({ files: found.value, unreadable: [] }) : found;
  }

  async settings(): Promise<RuleSettings> {
    const [folder] = workspace.workspaceFolders ?? [];
    return folder ? this.#settings.validation(folder.uri) : { rules: {}, dataTypes: [] };
  }

  async applyEdits({ source }: WorkspaceDocument, edits: readonly Edit[]): Promise<boolean> {
    const document = await workspace.openTextDocument(source.uri);
    if (document.getText() !== new TextDecoder().decode(source.content)) return false;
    // The user sees what changes, and can undo it.
    await window.showTextDocument(document, { preserveFocus: true, preview: false });
    const change = new WorkspaceEdit();
    change.set(
      source.uri,
      edits.map(({ start, end, newText }) => TextEdit.replace(rangeOf(document, start, end), newText)),
    );
    return workspace.applyEdit(change);
  }
}

function rangeOf(document: TextDocument, start: number, end: number): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}
