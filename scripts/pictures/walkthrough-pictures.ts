import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The colors of a picture by the name of its CSS variable. */
type Palette = Readonly<Record<string, string>>;

/** The colors of VS Code's default themes. `brand` is the color of the extension's icons. */
const palettes: Readonly<Record<'dark' | 'light' | 'hc-dark' | 'hc-light', Palette>> = {
  dark: {
    editor: '#1f1f1f',
    panel: '#2b2b2b',
    border: '#5a5a5a',
    text: '#cccccc',
    muted: '#858585',
    property: '#9cdcfe',
    string: '#ce9178',
    warning: '#cca700',
    success: '#89d185',
    brand: '#ffb000',
    'on-brand': '#1f1f1f',
    button: '#0078d4',
    'on-button': '#ffffff',
    'button-border': 'none',
    selection: '#04395e',
    'on-selection': '#ffffff',
    'selection-border': 'none',
  },
  light: {
    editor: '#ffffff',
    panel: '#f3f3f3',
    border: '#b8b8b8',
    text: '#3b3b3b',
    muted: '#767676',
    property: '#0451a5',
    string: '#a31515',
    warning: '#bf8803',
    success: '#388a34',
    brand: '#a85f00',
    'on-brand': '#ffffff',
    button: '#005fb8',
    'on-button': '#ffffff',
    'button-border': 'none',
    selection: '#cce4f7',
    'on-selection': '#000000',
    'selection-border': 'none',
  },
  'hc-dark': {
    editor: '#000000',
    panel: '#000000',
    border: '#6fc3df',
    text: '#ffffff',
    muted: '#d4d4d4',
    property: '#9cdcfe',
    string: '#ce9178',
    warning: '#ffd370',
    success: '#89d185',
    brand: '#ffb000',
    'on-brand': '#000000',
    button: '#000000',
    'on-button': '#ffffff',
    'button-border': '#6fc3df',
    selection: '#000000',
    'on-selection': '#ffffff',
    'selection-border': '#f38518',
  },
  'hc-light': {
    editor: '#ffffff',
    panel: '#ffffff',
    border: '#0f4a85',
    text: '#292929',
    muted: '#515151',
    property: '#0451a5',
    string: '#a31515',
    warning: '#895503',
    success: '#374e06',
    brand: '#895503',
    'on-brand': '#ffffff',
    button: '#0f4a85',
    'on-button': '#ffffff',
    'button-border': 'none',
    selection: '#ffffff',
    'on-selection': '#292929',
    'selection-border': '#0f4a85',
  },
};

/**
 * Writes each picture of the walkthrough once per kind of theme, as `<name>-<theme>.svg`. VS Code shows an SVG with
 * variables in a webview without its alternative text, and can't give a color to an image.
 */
export async function writeWalkthroughPictures(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const file of await readdir(source)) {
    const picture = await readFile(join(source, file), 'utf8');
    for (const [theme, palette] of Object.entries(palettes))
      await writeFile(join(target, `${basename(file, '.svg')}-${theme}.svg`), colored(picture, palette));
  }
}

function colored(picture: string, palette: Palette): string {
  return picture.replace(/var\(--([\w-]+)\)/g, (_, name: string) => {
    const color = palette[name];
    if (color === undefined) throw new Error(`The palettes have no color named ${name}.`);
    return color;
  });
}
