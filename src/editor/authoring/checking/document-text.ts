import { Range, type TextDocument } from 'vscode';

/** VS Code joins the lines of a document in about 0.1 µs each, and in three times as long on a busy machine. */
const linesPerPart = 10_000;

/**
 * The text of a document in parts. Before each, the extension host does other work, because joining the lines of a large
 * document takes long. Undefined if the document changes or closes before the end.
 */
export async function documentText(document: TextDocument): Promise<readonly string[] | undefined> {
  const { version } = document;
  const parts: string[] = [];
  for (let line = 0; line < document.lineCount; line += linesPerPart) {
    if (document.lineCount > linesPerPart) await new Promise((resolve) => setTimeout(resolve));
    if (document.isClosed || document.version !== version) return undefined;
    parts.push(document.getText(new Range(line, 0, line + linesPerPart, 0)));
  }
  return parts;
}
