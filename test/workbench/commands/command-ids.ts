import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { englishManifest } from '../languages/pseudo-language.ts';

/** Commands of VS Code that end by themselves, by their titles in the palette. */
const ending: Readonly<Record<string, string>> = {
  'Explorer: Focus on Outline View': 'outline.focus',
  'File: Revert File': 'workbench.action.files.revert',
  'File: Save All': 'workbench.action.files.saveAll',
  'Format Document': 'editor.action.formatDocument',
  'Notifications: Clear All Notifications': 'notifications.clearAll',
  'Notifications: Show Notifications': 'notifications.showList',
  'Problems: Focus on Problems View': 'workbench.panel.markers.view.focus',
  'View: Close All Editors': 'workbench.action.closeAllEditors',
  'View: Close Editor': 'workbench.action.closeActiveEditor',
  'View: Revert and Close Editor': 'workbench.action.revertAndCloseActiveEditor',
  'View: Split Editor Down': 'workbench.action.splitEditorDown',
};

/** Commands of VS Code that wait for the user, or end the extension host. */
const others: Readonly<Record<string, string>> = {
  'Chat: Open Chat': 'workbench.action.chat.open',
  'Create: New File...': 'welcome.showNewFileEntries',
  'Developer: Reload Window': 'workbench.action.reloadWindow',
  'Tasks: Run Build Task': 'workbench.action.tasks.build',
  'Tasks: Run Test Task': 'workbench.action.tasks.test',
  'View: Reopen Editor With...': 'workbench.action.reopenWithEditor',
  'Workspaces: Manage Workspace Trust': 'workbench.trust.manage',
};

export interface KnownCommand {
  readonly id: string;
  /** Whether it ends without an answer of the user. */
  readonly ends: boolean;
}

/** Finds a command of VS Code or the extension by its English title in the palette. */
export function knownCommand(title: string): KnownCommand | undefined {
  const id = ending[title];
  if (id !== undefined) return { id, ends: true };
  const other = others[title] ?? ownCommands().get(title);
  return other === undefined ? undefined : { id: other, ends: false };
}

function ownCommands(): ReadonlyMap<string, string> {
  const manifest: { contributes: { commands: { command: string; title: string; category?: string }[] } } =
    JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
  const texts = englishManifest();
  const english = (text: string) => texts[text.replaceAll('%', '')] ?? text;
  return new Map(
    manifest.contributes.commands.map(({ command, title, category = '' }) => [
      `${english(category)}: ${english(title)}`,
      command,
    ]),
  );
}
