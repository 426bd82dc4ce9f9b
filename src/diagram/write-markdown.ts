import { markdownCode, markdownText } from '../text/markdown.ts';
import { nameLabel } from './labels.ts';
import type { Scene, SceneBox } from './scene.ts';

/** The scene as Markdown: a heading and a table of columns for each table. */
export function sceneAsMarkdown({ title, boxes }: Scene): string {
  return [`# ${markdownText(nameLabel(title))}\n`, ...boxes.map(section)].join('\n');
}

function section({ name, rows }: SceneBox): string {
  const heading = `## ${markdownText(nameLabel(name))}\n`;
  if (rows.length === 0) return `${heading}\nNo columns.\n`;
  const lines = rows.map(
    (row) => `| ${markdownCode(nameLabel(row.name))} | ${row.dataType ? markdownCode(row.dataType) : ''} |\n`,
  );
  return `${heading}\n| Column | Data type |\n| --- | --- |\n${lines.join('')}`;
}
