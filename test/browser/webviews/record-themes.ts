import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplesFolder } from '../../../scripts/repository.ts';
import { makeVsix } from '../../../scripts/vsix.ts';
import { DesignerPage } from '../../workbench/pages/designer-page.ts';
import { Session } from '../../workbench/session.ts';
import {
  readDefaults,
  readStyle,
  type ThemeName,
  type ThemeStyle,
  themeNames,
  themesFile,
} from './themes.ts';

// Records what VS Code gives a webview in each of its default themes. Run it again when the VS Code of the tests changes.

const { path: vsix } = await makeVsix();
const session = await Session.open({ workspace: samplesFolder, vsix, withoutPalette: true });
try {
  const { workbench } = session;
  await session.show();
  let defaults = '';
  const themes: Partial<Record<ThemeName, ThemeStyle>> = {};
  for (const theme of themeNames) {
    session.changeSettings({ 'workbench.colorTheme': theme });
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Open Designer');
    const designer = new DesignerPage(workbench.page);
    await designer.open();
    await workbench.until(
      designer.view.locator(`xpath=self::body[@data-vscode-theme-id="${theme}"]`),
      async () => session.changeSettings({ 'workbench.colorTheme': theme }),
    );
    const frame = await designer.frame();
    defaults = await readDefaults(frame);
    themes[theme] = await readStyle(frame, defaults);
  }
  writeFileSync(
    join(import.meta.dirname, themesFile),
    `${JSON.stringify({ defaults, themes }, undefined, 2)}\n`,
  );
} finally {
  await session.close();
}
