import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import type { Session } from '../workbench/session.ts';

/** What axe-core finds in one of our webviews. */
export function violations(webview: Page | Frame): Promise<string[]> {
  return runAxe(webview, 'document, { iframes: false }');
}

/**
 * What axe-core finds in parts of a page that VS Code makes and the extension fills, by their CSS selectors: contrast, names, and
 * alternative texts. Roles and other attributes of VS Code's lists break some of axe's rules, whatever they contain.
 */
export async function violationsIn(page: Page, ...parts: readonly string[]): Promise<string[]> {
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
  // What is transparent has no contrast: see `undrawn` of a session.
  const opacity = 'document.documentElement.style.opacity';
  await page.evaluate(`${opacity} = 1`);
  try {
    return await runAxe(
      page,
      `${JSON.stringify({ include: parts })}, ${JSON.stringify({ runOnly, iframes: false })}`,
    );
  } finally {
    await page.evaluate(`${opacity} = ''`);
  }
}

/** What axe-core finds in a picker with this prompt. Its colors are VS Code's. */
export async function pickerViolations(session: Session, prompt: RegExp, picture: string): Promise<string[]> {
  const { workbench } = session;
  await workbench.question(prompt).locator('.quick-input-list .monaco-list-row').first().waitFor();
  await session.picture(picture);
  return violationsIn(workbench.page, '.quick-input-header', '.quick-input-list');
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
