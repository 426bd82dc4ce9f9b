import { CodeActionKind } from 'vscode';

/** The code action kind of *Fix All* for datasets, for example for `editor.codeActionsOnSave`. */
export const fixAllKind = CodeActionKind.SourceFixAll.append('dataset');
