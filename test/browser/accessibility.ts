import axe from 'axe-core';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Session } from '../workbench/session.ts';

/** VS Code's default themes, with the class of the workbench for each. The last one is that of all tests. */
const themes = {
  'Light Modern': 'vs',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
  'Dark Modern': 'vs-dark',
} as const;

export type Theme = keyof typeof themes;

/**
 * What `find` finds in each of VS Code's default themes. Leaves the theme as it was. It is changed in the settings file, so that
 * pickers stay open. `webview`: the body of one that follows the theme later than the workbench.
 */
export async function inEachTheme(
  session: Session,
  find: (theme: Theme) => Promise<readonly string[]>,
  webview?: Locator,
): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const [theme, kind] of Object.entries(themes) as [Theme, string][]) {
      const { workbench } = session;
      // Again if VS Code didn't notice: it may have started too recently to watch the file.
      await workbench.until(workbench.page.locator(`.monaco-workbench.${kind}`), async () =>
        session.changeSettings({ 'workbench.colorTheme': theme }),
      );
      await webview?.locator(`xpath=self::body[@data-vscode-theme-id="${theme}"]`).waitFor();
      found.push(...(await find(theme)).map((violation) => `${theme}: ${violation}`));
    }
  } finally {
    session.changeSettings({ 'workbench.colorTheme': 'Dark Modern' });
  }
  return found;
}

/** What axe-core finds in one of our webviews. */
export function violations(webview: Frame): Promise<string[]> {
  return runAxe(webview, 'document, { iframes: false }');
}

/**
 * What axe-core finds in parts of a page that VS Code makes and the extension fills, by their CSS selectors: contrast, names, and
 * alternative texts. Roles and other attributes of VS Code's lists break some of axe's rules, whatever they contain.
 */
export function violationsIn(page: Page | Frame, ...parts: readonly string[]): Promise<string[]> {
  const runOnly = [
    'aria-command-name',
    'aria-toggle-field-name',
    'aria-treeitem-name',
    'button-name',
    'color-contrast',
    'image-alt',
    'link-name',
    'role-img-alt',
    'svg-img-alt',
  ];
  return runAxe(
    page,
    `${JSON.stringify({ include: parts })}, ${JSON.stringify({ runOnly, iframes: false })}`,
  );
}

/** Takes a picture of a picker with this prompt in each theme. Returns what axe-core finds in it. */
export async function pickerViolations(session: Session, prompt: RegExp, picture: string): Promise<string[]> {
  const { workbench } = session;
  await workbench.question(prompt).locator('.quick-input-list .monaco-list-row').first().waitFor();
  return inEachTheme(session, async (theme) => {
    await session.screenshot(`${picture} ${theme}`);
    return violationsIn(workbench.page, '.quick-input-header', '.quick-input-list');
  });
}

/** Each rule that is broken, with the elements that it is about. */
async function runAxe(page: Page | Frame, parameters: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults>(`axe.run(${parameters})`);
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
  );
}
