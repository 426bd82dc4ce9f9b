import { markdownCode, markdownText } from '../text/markdown.ts';
import { escapeUnprintable, printable, unicodeEscape } from '../text/printable.ts';
import { boxName, uniqueLabels } from './diagram-text.ts';
import type { Scene, SceneBox, SceneRow } from './scene.ts';

/** Longer names are cut, in characters. */
const maxLength = 200;

/** What Mermaid's lexer reads as one word in every version. `key` would mean something else. */
const word = /^[A-Za-z_\u00c0-\uffff][\w\u00c0-\uffff-]*$/;
const typeWord = /^[A-Za-z_\u00c0-\uffff][\w\u00c0-\uffff-]*(?:\(\w*\)|\[\w*\])?$/;
const letters = /^[\p{L}\p{M}\p{N}_()[\]-]*$/u;
const key = /^(?:PK|FK|UK)(?!\w)/i;

/**
 * The scene as a Mermaid entity relationship diagram. Mermaid's attributes are words: a column whose name or type
 * isn't one gets a similar word, and the text itself as its comment.
 */
export function sceneAsMermaid({ boxes }: Scene): string {
  const names = boxes.map(({ name }) => printable(boxName(name), maxLength));
  const ids = uniqueLabels(names);
  const entities = boxes.map(({ rows }, index) => {
    const [name = '', id = ''] = [names[index], ids[index]];
    const alias = id === name ? '' : `[${mermaidText(name)}]`;
    const attributes = rows.map((row) => `    ${mermaidAttribute(row)}\n`);
    return `  ${mermaidText(id)}${alias} {\n${attributes.join('')}  }\n`;
  });
  return `erDiagram\n${entities.join('')}`;
}

function mermaidAttribute(row: SceneRow): string {
  const name = printable(boxName(row.name), maxLength);
  const type = printable(row.dataType ?? '', maxLength);
  const nameIsWord = word.test(name) && letters.test(name) && !key.test(name);
  const typeIsWord = typeWord.test(type) && letters.test(type) && !key.test(type);
  const comments = [...(nameIsWord ? [] : [name]), ...(typeIsWord || type === '' ? [] : [type])];
  const words = `${typeIsWord ? type : similarWord(type, 'unknown')} ${nameIsWord ? name : similarWord(name, 'column')}`;
  return comments.length === 0 ? words : `${words} ${mermaidText(comments.join(': '))}`;
}

function similarWord(text: string, otherwise: string): string {
  const similar = text
    .replace(/[^\w\u00c0-\uffff]/gu, '_')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60);
  if (similar === '') return otherwise;
  return word.test(similar) && !key.test(similar) ? similar : `_${similar}`;
}

/** What Mermaid's lexer, its directives, Markdown or HTML could read as markup. */
const special =
  /[^\p{L}\p{M}\p{N} _.-]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[ .-]|[ .-]$|--|\.\.|^\d+(?=\.)/gu;

/** Mermaid's lexer recognizes this even in quotes. */
const direction = /(?<=direction) +(?=TB|BT|RL|LR)/gi;

/** In quotes, with Mermaid's entity codes for everything that could be markup. */
function mermaidText(text: string): string {
  return `"${text.replace(special, codes).replace(direction, codes)}"`;
}

function codes(text: string): string {
  return [...text].map((character) => `#${character.codePointAt(0)};`).join('');
}

/** The scene in DBML (dbml.dbdiagram.io/docs). Names are never cut, and unique within a table and the dataset. */
export function sceneAsDbml({ boxes }: Scene): string {
  const names = uniqueLabels(boxes.map(({ name }) => boxName(name)));
  return boxes.map((box, index) => dbmlTable(names[index] ?? '', box)).join('\n');
}

function dbmlTable(name: string, { rows }: SceneBox): string {
  // DBML has no table without columns.
  if (rows.length === 0) return `// Table ${dbmlText(name)} has no columns.\n`;
  const names = uniqueLabels(rows.map((row) => boxName(row.name)));
  const fields = rows.map(
    (row, index) => `  ${dbmlText(names[index] ?? '')} ${dbmlText(row.dataType || 'unknown')}\n`,
  );
  return `Table ${dbmlText(name)} {\n${fields.join('')}}\n`;
}

/**
 * A quoted name. DBML has the same escapes as JSON. Also escapes invisible characters, characters that change the direction,
 * and characters that could be markup in a web page or Markdown around it.
 */
function dbmlText(text: string): string {
  return escapeUnprintable(JSON.stringify(text)).replace(/[<>&`]|#(?=#)/g, unicodeEscape);
}

/** The scene as Markdown: a heading and a table of columns for each table. */
export function sceneAsMarkdown({ title, boxes }: Scene): string {
  return [`# ${markdownText(boxName(title))}\n`, ...boxes.map(markdownSection)].join('\n');
}

function markdownSection({ name, rows }: SceneBox): string {
  const heading = `## ${markdownText(boxName(name))}\n`;
  if (rows.length === 0) return `${heading}\nNo columns.\n`;
  const lines = rows.map(
    (row) => `| ${markdownCode(boxName(row.name))} | ${row.dataType ? markdownCode(row.dataType) : ''} |\n`,
  );
  return `${heading}\n| Column | Data type |\n| --- | --- |\n${lines.join('')}`;
}
