import { l10n, type Range, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { applyEdits, type TextEdit } from '../../../dataset/edits/text-edit.ts';
import type { Declaration } from '../../../dataset/rules/conventions.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';
import { declarationEdits, declarationKeys } from '../../../project/declaration.ts';
import { newProjectFile } from '../../../project/new-project-file.ts';
import { readProjectFile } from '../../../project/read-project-file.ts';
import { plainText } from '../../../text/plain-text.ts';
import { printable } from '../../../text/printable.ts';
import { makeEdits } from '../../documents/make-edits.ts';
import { unjudged } from '../../documents/unjudged.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { toRange } from '../../studio/problem-collection.ts';
import { exists, neighbour, pathOf } from '../../studio/uris.ts';
import { notify, showFailure } from '../../ui/notifications.ts';

/** The project file where something is declared so that it takes effect for a document. */
export interface Home {
  /** For people; it says whether the file is created. */
  readonly name: string;
  /** The title of a fix that declares it there. */
  readonly title: string;
  declare(): Promise<void>;
}

/** The file that is in force there, or else a new one. Undefined for a document that no file can apply to. */
export async function homeOf(
  declaration: Declaration,
  resource: Uri,
  settings: Pick<Settings, 'judge' | 'newProjectFile'>,
): Promise<Home | undefined> {
  const judgement = await settings.judge(resource);
  const { kind, project } = judgement;
  const keys = declarationKeys(declaration);
  const known = project?.homeOf(pathOf(resource), keys);
  const uri = known ? neighbour(resource, known.file) : await settings.newProjectFile(resource);
  if (uri === undefined) return undefined;
  const name = known ? nameOf(uri) : nameOfNew(uri);
  const editsOf = (text: string) => declarationEdits(text, known?.path ?? keys, declaration);
  return {
    name,
    title: titleFor(declaration, name),
    declare: async () => {
      const broken = kind === 'broken' && unjudged(resource, judgement);
      if (broken) reportBroken(broken.uri, broken.range);
      else await changeProjectFile(uri, editsOf, known ? undefined : judgement.settings);
    },
  };
}

/** Quick fixes run it as the command `_dataset.declare`. `title`: of the home, which is looked for again. */
export async function declare(
  settings: Pick<Settings, 'judge' | 'newProjectFile'>,
  declaration: unknown,
  resource: unknown,
  title: unknown,
): Promise<void> {
  if (!(resource instanceof Uri)) return;
  const home = await homeOf(declaration as Declaration, resource, settings);
  if (home?.title === title) await home?.declare();
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

/**
 * Changes a project file as it is in the editor, unless it has errors, and saves it if it had no other changes. `created`: what
 * a new one replaces. Returns whether it has changed; otherwise says why not.
 */
export async function changeProjectFile(
  uri: Uri,
  editsOf: (text: string) => readonly TextEdit[],
  created?: Pick<RuleSettings, 'dataTypes'>,
): Promise<boolean> {
  // Outside of the workspace, VS Code tells of no file that another program has created.
  if (created !== undefined && !(await exists(uri))) {
    const { text } = newProjectFile(created.dataTypes, []);
    return writeNewFile(uri, applyEdits(text, editsOf(text)));
  }
  const document = await workspace.openTextDocument(uri);
  const { isDirty } = document;
  const text = document.getText();
  const { problems } = readProjectFile(pathOf(uri), new TextEncoder().encode(text));
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) {
    reportBroken(uri, toRange(error.range));
    return false;
  }
  const edits = editsOf(text);
  if (edits.length > 0 && (await makeEdits(document, edits)) !== 'kept') return reportUnchanged(uri);
  if (isDirty || !(await document.save())) await window.showTextDocument(document);
  return true;
}

/** Never replaces a file. Returns whether it was written; otherwise says why not. */
export async function writeNewFile(uri: Uri, text: string): Promise<boolean> {
  const creation = new WorkspaceEdit();
  // An editor that still shows a deleted file then shows the new one.
  creation.createFile(uri, { contents: new TextEncoder().encode(text) });
  return (await workspace.applyEdit(creation)) || reportUnchanged(uri);
}

function reportUnchanged(uri: Uri): false {
  showFailure(l10n.t("{0} can't be changed. Check whether it is read-only.", nameOf(uri)));
  return false;
}

function reportBroken(uri: Uri, selection: Range): void {
  const message = l10n.t('{0} has an error, so nothing was added to it. Fix the error first.', nameOf(uri));
  const run = () => window.showTextDocument(uri, { selection });
  void notify('error', message, { title: l10n.t('Show Problem'), run });
}

/** The name of a file that is going to be created, for people. */
export function nameOfNew(uri: Uri): string {
  return l10n.t('{0} (new file)', nameOf(uri));
}

function nameOf(uri: Uri): string {
  return plainText(workspace.asRelativePath(uri));
}
