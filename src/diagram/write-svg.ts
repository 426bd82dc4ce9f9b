import { printable } from '../text/printable.ts';
import { boxName, estimateWidth, fitText } from './diagram-text.ts';
import { measures, type Scene, type SceneBox } from './scene.ts';

const { margin, headerHeight, rowHeight, padding, titleSize, headerSize, rowSize, typeSize, boldness } =
  measures;

/** In characters. Longer texts don't fit a box. */
const maxLength = 120;

const radius = 8;

/** Colors by meaning, for a light and a dark page. */
const light = {
  page: '#f6f8fa',
  box: '#ffffff',
  border: '#d0d7de',
  header: '#0b5fad',
  'header-text': '#ffffff',
  text: '#1f2328',
  muted: '#59636e',
  line: '#eaeef2',
};
const dark: typeof light = {
  page: '#0d1117',
  box: '#161b22',
  border: '#30363d',
  header: '#1d4f86',
  'header-text': '#f0f6fc',
  text: '#e6edf3',
  muted: '#9198a1',
  line: '#21262d',
};

/** `light-and-dark` follows the color scheme of the page or the viewer. */
type PictureColors = 'light' | 'light-and-dark';

const lightStyle = `
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; fill: ${light.text} }
  .title { font-size: ${titleSize}px; font-weight: 600 }
  .name { font-size: ${headerSize}px; font-weight: 600; fill: ${light['header-text']} }
  .column { font-size: ${rowSize}px }
  .type { font-size: ${typeSize}px; text-anchor: end }
  .type, .none { fill: ${light.muted} }
  .none { font-style: italic }
  .page { fill: ${light.page} }
  .box { fill: ${light.box} }
  .border { fill: none; stroke: ${light.border} }
  .header { fill: ${light.header} }
  .line { fill: ${light.line} }
`;

const darkStyle = `  @media (prefers-color-scheme: dark) {
    text { fill: ${dark.text} }
    .name { fill: ${dark['header-text']} }
    .type, .none { fill: ${dark.muted} }
    .page { fill: ${dark.page} }
    .box { fill: ${dark.box} }
    .border { stroke: ${dark.border} }
    .header { fill: ${dark.header} }
    .line { fill: ${dark.line} }
  }
`;

/**
 * The scene as an SVG file of rectangles and text, which every viewer and editor supports: without `foreignObject`, scripts,
 * links and fonts to load.
 */
export function sceneAsSvg(scene: Scene, colors: PictureColors = 'light-and-dark'): string {
  const { width, height, title, boxes } = scene;
  const shownTitle = fitText(visible(boxName(title)), titleSize * boldness, width - 2 * margin);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(shownTitle)}</title>`,
    `<style>${colors === 'light' ? lightStyle : lightStyle + darkStyle}</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    text('title', margin, margin + titleSize, shownTitle),
    ...(boxes.length === 0 ? [text('column none', margin, height - margin, 'No tables')] : boxes.map(box)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function box({ x, y, width, height, name, rows }: SceneBox): string {
  const place = `x="${x}" y="${y}" width="${width}"`;
  const inner = width - 2 * padding;
  const heading = fitText(visible(boxName(name)), headerSize * boldness, inner);
  const parts = [
    `<rect class="box" ${place} height="${height}" rx="${radius}"/>`,
    // A header that is round only at the top: a second rectangle covers its lower corners.
    `<rect class="header" ${place} height="${headerHeight}" rx="${radius}"/>`,
    `<rect class="header" x="${x}" y="${y + radius}" width="${width}" height="${headerHeight - radius}"/>`,
    text('name', x + padding, baseline(y, headerHeight, headerSize), heading),
  ];
  if (rows.length === 0)
    parts.push(
      text('column none', x + padding, baseline(y + headerHeight, rowHeight, rowSize), 'No columns'),
    );
  rows.forEach((row, index) => {
    if (index > 0)
      parts.push(`<rect class="line" x="${x + padding}" y="${row.y}" width="${inner}" height="1"/>`);
    const type = fitText(visible(row.dataType ?? ''), typeSize, inner / 2);
    const typeWidth = type === '' ? 0 : estimateWidth(type, typeSize);
    const label = fitText(visible(boxName(row.name)), rowSize, inner - typeWidth - padding);
    const kind = row.name ? 'column' : 'column none';
    parts.push(text(kind, x + padding, baseline(row.y, rowHeight, rowSize), label));
    if (type !== '') parts.push(text('type', x + width - padding, baseline(row.y, rowHeight, rowSize), type));
  });
  parts.push(
    `<rect class="border" x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="${radius}"/>`,
  );
  return parts.join('\n');
}

function text(kind: string, x: number, y: number, content: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escapeXml(content)}</text>`;
}

/** The baseline of text that is vertically centered: capital letters are about 0.7 em high. */
function baseline(top: number, height: number, fontSize: number): number {
  return Math.round(top + height / 2 + fontSize * 0.35);
}

function visible(content: string): string {
  return printable(content, maxLength);
}

/**
 * XML 1.0, section 2.4. `printable` has already escaped the characters that section 2.2 doesn't allow. `##[` would be a command in
 * a pipeline.
 */
function escapeXml(content: string): string {
  return content.replace(/[&<>"']|#(?=#)/g, (character) => `&#${character.charCodeAt(0)};`);
}
