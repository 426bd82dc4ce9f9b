import { TabInputCustom, type Uri, window } from 'vscode';

/** The document in the active editor, which is a text editor or the Dataset Designer. */
export function activeDocumentUri(): Uri | undefined {
  const text = window.activeTextEditor?.document.uri;
  if (text) return text;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom && input.viewType === 'dataset.designer' ? input.uri : undefined;
}
