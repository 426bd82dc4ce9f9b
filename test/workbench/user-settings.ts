export type UserSettings = Readonly<Record<string, unknown>>;

/** A workbench that shows the user's files and nothing else, sends nothing home and asks nothing. */
export const quietSettings: UserSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  'window.confirmBeforeClose': 'never',
  // As on the desktop: in a browser, VS Code saves by itself a second after the last key.
  'files.autoSave': 'off',
  'security.workspace.trust.enabled': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'git.openRepositoryInParentFolders': 'never',
};
