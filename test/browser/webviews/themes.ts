import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { repositoryFolder } from '../../../scripts/repository.ts';

/** VS Code's default themes. */
export const themeNames = [
  'Dark Modern',
  'Light Modern',
  'Default High Contrast',
  'Default High Contrast Light',
] as const;

export type ThemeName = (typeof themeNames)[number];

/** What VS Code gives a webview in a theme. */
export interface ThemeStyle {
  /** The classes of the body. */
  readonly kind: string;
  /** The variables that our style sheets use. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface RecordedStyles {
  /** The style sheet of all webviews. */
  readonly defaults: string;
  readonly themes: Readonly<Record<ThemeName, ThemeStyle>>;
}

export const themesFile = 'themes.json';

/** As `record-themes.ts` recorded them. */
export function recordedStyles(): RecordedStyles {
  return JSON.parse(readFileSync(join(import.meta.dirname, themesFile), 'utf8'));
}

/** The style sheet that VS Code gives a webview. */
export function readDefaults(webview: Frame): Promise<string> {
  return webview.evaluate<string>(`document.getElementById('_defaultStyles').textContent`);
}

/** Reads the style that VS Code gave a webview. */
export async function readStyle(webview: Frame, defaults: string): Promise<ThemeStyle> {
  const names = new Set([...usedVariables(), ...variablesIn(defaults)]);
  // In the page's language: here are no types of a browser.
  return webview.evaluate<ThemeStyle>(`(() => {
    const style = getComputedStyle(document.documentElement);
    const entries = ${JSON.stringify([...names].sort())}
      .map((name) => [name, style.getPropertyValue(name)])
      .filter(([, value]) => value !== '');
    const kind = [...document.body.classList].filter((each) => each.startsWith('vscode-')).join(' ');
    return { kind, variables: Object.fromEntries(entries) };
  })()`);
}

function usedVariables(): string[] {
  const files = globSync(join(repositoryFolder, 'dist', 'webview', '*.css'));
  return files.flatMap((file) => variablesIn(readFileSync(file, 'utf8')));
}

function variablesIn(css: string): string[] {
  return css.match(/--vscode-[\w-]+/g) ?? [];
}
