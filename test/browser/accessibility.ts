import axe from 'axe-core';
import type { Frame, Locator, Page } from 'playwright-core';
import { isFull } from '../../scripts/testing/random-cases.ts';
import type { Session } from '../workbench/session.ts';

/** VS Code's default themes, with the class of the workbench for each. The last one is that of all tests. */
const themes = {
  'Light Modern': 'vs',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
  'Dark Modern': 'vs-dark',
} as const;

export type Theme = keyof typeof themes;

/** Each theme takes some seconds in each test. */
const tested = Object.entries(themes).filter(
  ([theme]) => isFull || theme !== 'Default High Contrast Light',
) as [Theme, string][];

/**
 * What `find` finds in each of VS Code's default themes; in a normal run without the second high-contrast one. Leaves the theme as it was. It is changed in the settings file, so that
 * pickers stay open. `webview`: the body of one that follows the theme later than the workbench.
 */
export async function inEachTheme(
  session: Session,
  find: (theme: Theme) => Promise<readonly string[]>,
  webview?: Locator,
): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const [theme, kind] of tested) {
      const { workbench } = session;
      const inWorkbench = (name: string) => workbench.page.locator(`.monaco-workbench.${name}`);
      // Again if VS Code didn't notice: it may have started too recently to watch the file.
      await workbench.until(inWorkbench(kind), async () =>
        session.changeSettings({ 'workbench.colorTheme': theme }),
      );
      const inWebview = webview?.locator(`xpath=self::body[@data-vscode-theme-id="${theme}"]`);
      // VS Code doesn't pass a theme on to a webview that is being opened.
      const [other, otherKind] =
        theme === 'Dark Modern' ? ['Light Modern', 'vs'] : ['Dark Modern', 'vs-dark'];
      if (inWebview)
        await workbench.until(inWebview, async (timeout) => {
          await inWebview.waitFor({ timeout }).catch(async () => {
            session.changeSettings({ 'workbench.colorTheme': other });
            await inWorkbench(otherKind).waitFor({ timeout });
            session.changeSettings({ 'workbench.colorTheme': theme });
          });
        });
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
    await session.picture(`${picture} ${theme}`);
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
