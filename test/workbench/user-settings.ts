export type UserSettings = Readonly<Record<string, unknown>>;

/** Turns off welcome pages, tips, telemetry, updates, and prompts. */
export const quietSettings: UserSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  'window.confirmBeforeClose': 'never',
  // The default on the desktop. In a browser, the default is to save automatically after a delay.
  'files.autoSave': 'off',
  'security.workspace.trust.enabled': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
};

/** Turns off what draws in an editor whenever something changes, and takes a third of the processor time of tests. */
export const plainEditor: UserSettings = {
  'editor.bracketPairColorization.enabled': false,
  'editor.guides.indentation': false,
  'editor.matchBrackets': 'never',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'explorer.autoReveal': false,
  'problems.decorations.enabled': false,
  'workbench.iconTheme': null,
};
