import { languages, RelativePattern, type TextDocument, workspace } from 'vscode';

/**
 * Whether nobody can edit a document: by its file system, or by the settings `files.readonlyInclude` and `readonlyExclude`.
 * VS Code (as of 1.139) doesn't tell extensions the rest, such as its commands for the session.
 */
export function isReadOnlyFile(document: TextDocument): boolean {
  if (document.isUntitled) return false;
  if (workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return true;
  const files = workspace.getConfiguration('files', document.uri);
  const isIn = (setting: string) => {
    const globs = Object.entries(files.get<Record<string, unknown>>(setting) ?? {});
    return globs.some(([glob, isOn]) => isOn === true && matches(document, glob));
  };
  return isIn('readonlyInclude') && !isIn('readonlyExclude');
}

/** Globs are relative to the workspace folder, or absolute. */
function matches(document: TextDocument, glob: string): boolean {
  const folder = workspace.getWorkspaceFolder(document.uri);
  const patterns = [glob, ...(folder ? [new RelativePattern(folder, glob)] : [])];
  return patterns.some((pattern) => languages.match({ pattern }, document) > 0);
}
