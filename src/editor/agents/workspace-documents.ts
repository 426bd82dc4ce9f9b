import { Uri, window, workspace } from 'vscode';
import { dataPort } from '../../agents/data-input.ts';
import { type FileFailure, wrongProject } from '../../agents/failure.ts';
import type { AgentDocument, DataPort, DocumentPort } from '../../agents/ports.ts';
import { searchedDatasets } from '../../app/searched-files.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import { formatOf } from '../../dataset/dataset.ts';
import { noRuleSettings } from '../../dataset/rules/settings.ts';
import type { DataFile } from '../../inference/infer-sources.ts';
import { failure, type Result, success } from '../../result.ts';
import { datasetGlob } from '../documents/dataset-files.ts';
import { type DatasetSource, describeSourceFailure, readSource } from '../documents/dataset-source.ts';
import { workspaceEditOf } from '../documents/text-ranges.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { fileName, openDocument } from '../studio/uris.ts';
import { findFiles, locateFile, type WorkspaceFile } from './workspace-files.ts';

/** A document as a submission would read it. */
export interface WorkspaceDocument extends AgentDocument {
  readonly source: DatasetSource;
}

/** Documents of the workspace: the text in the editor, saved or not, otherwise the file. */
export const workspaceDocuments = (settings: Settings): DocumentPort<WorkspaceDocument> => ({
  read: async (file) => {
    const located = await locateFile(file);
    if (!located.ok) return located;
    const { uri } = located.value;
    if (formatOf(uri.path) === undefined) return failure({ kind: 'not-a-document', file });
    const reading = await readSource(uri);
    if (!reading.ok)
      return failure({ kind: 'unreadable', file, details: describeSourceFailure(reading.failure) });
    const source = reading.value;
    const { format, content } = source;
    const judgement = await settings.judge(uri);
    if (judgement.project?.isBroken) return failure(wrongProject(file, judgement.project));
    const isExcluded = judgement.kind === 'excluded';
    return success({ file, format, content, settings: judgement.settings, isExcluded, source });
  },
  find: (patterns) => findFiles(patterns, searchedDatasets, datasetGlob),
  settings: async () => {
    const [folder] = workspace.workspaceFolders ?? [];
    if (folder === undefined) return noRuleSettings;
    return settings.validation(Uri.joinPath(folder.uri, 'any.dataset.json'));
  },
  applyEdits: async ({ source }, edits) => {
    const document = await workspace.openTextDocument(source.uri);
    if (document.getText() !== new TextDecoder().decode(source.content)) return false;
    // The user sees what changes, and can undo it.
    await window.showTextDocument(document, { preserveFocus: true, preview: false });
    return workspace.applyEdit(workspaceEditOf(document, edits));
  },
});

/** Data files of the workspace: the text in the editor if it is not saved, otherwise the file. */
export function workspaceData(settings: Pick<Settings, 'dataEntry'>): DataPort {
  const thread = new InferenceThread();
  return dataPort(
    (files, options) => thread.read(files, options),
    findFiles,
    async (label) => {
      const located = await locateFile(label);
      return located.ok ? dataFile(located.value, label) : located;
    },
    () => async (label) => {
      const located = await locateFile(label);
      if (!located.ok) return located;
      const { entry, broken } = await settings.dataEntry(located.value.uri);
      return broken ? failure(wrongProject(label, broken)) : success(entry);
    },
  );
}

async function dataFile(
  { uri, realPath }: WorkspaceFile,
  label: string,
): Promise<Result<DataFile, FileFailure>> {
  const name = fileName(uri);
  const open = openDocument(uri);
  const unsaved = open?.isDirty ? open : undefined;
  if (!unsaved && realPath !== undefined) return success({ kind: 'disk', name, label, path: realPath });
  const content = unsaved
    ? success(new TextEncoder().encode(unsaved.getText()))
    : await workspaceFiles.read(uri);
  return content.ok
    ? success({ kind: 'memory', name, label, path: uri.path, content: content.value })
    : failure({ ...content.failure, file: label });
}
