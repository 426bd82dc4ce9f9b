import { posix } from 'node:path';
import { window, workspace } from 'vscode';
import { openFound } from '../../agents/data-input.ts';
import type { FileFailure } from '../../agents/failure.ts';
import type { AgentDocument, DataPort, DocumentPort, FoundFiles } from '../../agents/ports.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import { formatOf } from '../../dataset/dataset.ts';
import type { Edit } from '../../dataset/fixes/fix-edit.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import type { DataFile } from '../../inference/infer-sources.ts';
import { failure, type Result, success } from '../../result.ts';
import { workspaceEditOf } from '../authoring/features/text-ranges.ts';
import { datasetGlob } from '../authoring/workspace/dataset-files.ts';
import { readContent } from '../from-data/infer-files.ts';
import type { Settings } from '../studio/editor-settings.ts';
import {
  type DatasetSource,
  describeSourceFailure,
  readSource,
} from '../submissions/create/dataset-source.ts';
import { findFiles, locateFile, type WorkspaceFile } from './workspace-files.ts';

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
    return workspace.applyEdit(workspaceEditOf(document, edits));
  }
}

/** Data files of the workspace: the text in the editor if it is not saved, otherwise the file. */
export function workspaceData(): DataPort {
  const thread = new InferenceThread();
  return {
    read: (files, options) => thread.read(files, options),
    find: async (patterns) => {
      const found = await findFiles(patterns, '**/*', isDataFile);
      if (!found.ok) return found;
      return openFound(patterns, { files: found.value, unreadable: [] }, async (label) => {
        const located = await locateFile(label);
        if (!located.ok) return located;
        const file = await dataFile(located.value, label);
        return typeof file === 'string'
          ? failure({ kind: 'unreadable', file: label, details: file })
          : success(file);
      });
    },
  };
}

/** Why it can't be read, if it is not on a disk. */
async function dataFile({ uri, realPath }: WorkspaceFile, label: string): Promise<DataFile | string> {
  const name = posix.basename(uri.path);
  const unsaved = workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  if (unsaved)
    return {
      kind: 'memory',
      name,
      label,
      path: uri.path,
      content: new TextEncoder().encode(unsaved.getText()),
    };
  if (realPath !== undefined) return { kind: 'disk', name, label, path: realPath };
  const content = await readContent(uri);
  return content.ok
    ? { kind: 'memory', name, label, path: uri.path, content: content.value }
    : content.failure;
}
