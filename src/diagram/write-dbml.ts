import { escapeUnprintable } from '../text/printable.ts';
import { unicodeEscape } from '../text/unicode-escape.ts';
import { nameLabel, uniqueNames } from './labels.ts';
import type { Scene, SceneBox } from './scene.ts';

/** The scene in DBML (dbml.dbdiagram.io/docs). Names are never cut, and unique within a table and the dataset. */
export function sceneAsDbml({ boxes }: Scene): string {
  const names = uniqueNames(boxes.map(({ name }) => nameLabel(name)));
  return boxes.map((box, index) => table(names[index] ?? '', box)).join('\n');
}

function table(name: string, { rows }: SceneBox): string {
  // DBML has no table without columns.
  if (rows.length === 0) return `// Table ${quoted(name)} has no columns.\n`;
  const names = uniqueNames(rows.map((row) => nameLabel(row.name)));
  const fields = rows.map(
    (row, index) => `  ${quoted(names[index] ?? '')} ${quoted(row.dataType || 'unknown')}\n`,
  );
  return `Table ${quoted(name)} {\n${fields.join('')}}\n`;
}

/**
 * A quoted name. DBML has the same escapes as JSON. Also escapes invisible characters, characters that change the direction,
 * and characters that could be markup in a web page or Markdown around it.
 */
function quoted(text: string): string {
  return escapeUnprintable(JSON.stringify(text)).replace(/[<>&`]|#(?=#)/g, unicodeEscape);
}
