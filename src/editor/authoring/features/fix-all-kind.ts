import { CodeActionKind } from 'vscode';

/** Fix all: by the palette, the source action menu, or `editor.codeActionsOnSave`. */
export const fixAllKind = CodeActionKind.SourceFixAll.append('dataset');
