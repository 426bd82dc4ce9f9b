import { ConfigurationTarget, l10n, Uri, type WorkspaceConfiguration, window, workspace } from 'vscode';
import type { TextEdit } from '../../../dataset/edits/text-edit.ts';
import type { Declaration } from '../../../dataset/rules/conventions.ts';
import { declarationEdits, declarationKeys } from '../../../project/declaration.ts';
import { plainText } from '../../../text/plain-text.ts';
import { printable } from '../../../text/printable.ts';
import { workspaceEditOf } from '../../documents/text-ranges.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { updateSetting } from '../../studio/host-storage.ts';
import { neighbour, pathOf } from '../../studio/uris.ts';
import { showFailure } from '../../ui/notifications.ts';

type Judging = Pick<Settings, 'judge'>;

/** A place where something can be declared so that it takes effect for a document. */
export interface Home {
  /** For people. */
  readonly name: string;
  /** The title of a fix that declares it there. */
  readonly title: string;
  declare(): Promise<void>;
}

/**
 * The places for a declaration: with a project file, the one that is in force there. Otherwise the settings, by their scopes, which
 * know only data types; the value of a more specific scope overrides the others.
 */
export async function homesOf(declaration: Declaration, resource: Uri, settings: Judging): Promise<Home[]> {
  const { kind, project } = await settings.judge(resource);
  if (project !== undefined) {
    // Nothing is known of a file with errors, and a setting of the workspace stands above the file.
    if (kind === 'broken' || isOverridden(declaration, resource)) return [];
    const { file, path } = project.homeOf(pathOf(resource), declarationKeys(declaration));
    const uri = neighbour(resource, file);
    const name = plainText(workspace.asRelativePath(uri));
    return [{ name, title: titleFor(declaration, name), declare: () => declareIn(uri, path, declaration) }];
  }
  if (declaration.kind !== 'data-type') return [];
  const { dataType } = declaration;
  return settingTargets(resource).map((target) => ({
    name: '"dataset.dataTypes"',
    title:
      target === ConfigurationTarget.Global
        ? l10n.t('Add "{0}" to the known data types in the user settings', printable(dataType))
        : l10n.t('Add "{0}" to the known data types in the workspace settings', printable(dataType)),
    declare: () => addToSetting(dataType, resource, target),
  }));
}

/** Quick fixes run it as the command `_dataset.declare`. `title`: of a home, which is looked for again. */
export async function declare(
  settings: Judging,
  declaration: unknown,
  resource: unknown,
  title: unknown,
): Promise<void> {
  if (!(resource instanceof Uri)) return;
  const homes = await homesOf(declaration as Declaration, resource, settings);
  await homes.find((home) => home.title === title)?.declare();
}

function titleFor(declaration: Declaration, file: string): string {
  switch (declaration.kind) {
    case 'data-type':
      return l10n.t('Add "{0}" to the known data types in {1}', printable(declaration.dataType), file);
    case 'property':
      return l10n.t('Add "{0}" to the known properties in {1}', printable(declaration.property), file);
    case 'rule-off':
      return l10n.t('Turn off the rule "{0}" in {1}', declaration.code, file);
  }
}

function isOverridden(declaration: Declaration, resource: Uri): boolean {
  if (declaration.kind !== 'rule-off') return false;
  const { workspaceValue, workspaceFolderValue } = section(resource).inspect<object>('rules') ?? {};
  return Object.hasOwn({ ...workspaceValue, ...workspaceFolderValue }, declaration.code);
}

function declareIn(uri: Uri, path: readonly (string | number)[], declaration: Declaration): Promise<void> {
  return changeProjectFile(uri, (text) => declarationEdits(text, path, declaration));
}

/** Changes a project file, and saves it if it had no other changes. */
export async function changeProjectFile(
  uri: Uri,
  editsOf: (text: string) => readonly TextEdit[],
): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const { isDirty } = document;
  const edits = editsOf(document.getText());
  if (edits.length > 0 && !(await workspace.applyEdit(workspaceEditOf(document, edits))))
    return showFailure(l10n.t("The document can't be changed. Check whether it is read-only."));
  if (isDirty) await window.showTextDocument(document);
  else await document.save();
}

function settingTargets(resource: Uri): ConfigurationTarget[] {
  const { Global, Workspace, WorkspaceFolder } = ConfigurationTarget;
  const { workspaceFolderValue, workspaceValue } = section(resource).inspect<string[]>('dataTypes') ?? {};
  if (workspace.workspaceFolders === undefined) return [Global];
  if (workspaceFolderValue !== undefined && workspace.workspaceFile !== undefined) return [WorkspaceFolder];
  return workspaceValue !== undefined ? [Workspace] : [Workspace, Global];
}

/** Adds a data type to `dataset.dataTypes` in a scope. If the scope has no value yet, starts with the value in effect. */
async function addToSetting(dataType: string, resource: Uri, target: ConfigurationTarget): Promise<void> {
  const values = section(resource).inspect<string[]>('dataTypes');
  const { Workspace, WorkspaceFolder } = ConfigurationTarget;
  const scopeValue =
    target === WorkspaceFolder
      ? values?.workspaceFolderValue
      : target === Workspace
        ? values?.workspaceValue
        : values?.globalValue;
  const current = scopeValue ?? section(resource).get<string[]>('dataTypes', []);
  await updateSetting(section(resource), 'dataset.dataTypes', [...new Set([...current, dataType])], target);
}

function section(resource: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration('dataset', resource);
}
