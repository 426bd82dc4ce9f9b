import { Lexer, type ParsedNode, visit } from 'yaml';
import type { TextEdit } from '../edits/text-edit.ts';
import { parseYaml, type YamlDocument } from '../yaml/parse-yaml.ts';
import { endsWithLineBreak, type FormattingStyle } from './formatting.ts';

/** Stands for a scalar while the document is written. A text that contains it isn't formatted. */
const mark = '\ue000';

/**
 * The edit that formats a YAML text: indentation, spaces, and blank lines. Scalars on one line stay as they are written. No
 * edit if the text has errors, or if its meaning or a comment would change.
 */
export function formatYaml(text: string, { tabSize, eol }: FormattingStyle): TextEdit[] {
  const document = parseYaml(text);
  if (document === undefined || document.errors.length > 0 || text.includes(mark)) return [];
  const meaning = meaningOf(document);
  const lines = written(document, text, tabSize);
  const formatted = (endsWithLineBreak(text) ? lines : lines.replace(/\n$/, '')).replaceAll('\n', eol);
  const again = parseYaml(formatted);
  const isSame =
    again !== undefined &&
    again.errors.length === 0 &&
    meaningOf(again) === meaning &&
    commentsOf(formatted) === commentsOf(text);
  return isSame && formatted !== text ? [{ start: 0, end: text.length, newText: formatted }] : [];
}

/** Changes the document. */
function written(document: YamlDocument, text: string, tabSize: number): string {
  const sources: string[] = [];
  visit(document, {
    Scalar(_key, node) {
      const [start, end] = (node as ParsedNode).range ?? [0, 0];
      const source = text.slice(start, end);
      // A block has several lines. An empty value is `null`.
      if (source === '' || /[\r\n]/.test(source)) return;
      node.value = `${mark}${sources.push(source) - 1}${mark}`;
      node.type = 'PLAIN';
    },
  });
  return document
    .toString({ indent: tabSize, lineWidth: 0, flowCollectionPadding: /\{ +["'\w]/.test(text) })
    .replace(/\ue000(\d+)\ue000/g, (_found, index) => sources[Number(index)] ?? '');
}

/** All that a document says, and whether a scalar is plain: as text, to compare it. */
function meaningOf(document: YamlDocument): string {
  const parts: unknown[] = [document.directives?.yaml.version, document.directives?.tags];
  visit(document, {
    Node(_key, node) {
      if ('source' in node && !('value' in node)) parts.push(['alias', node.source]);
      else if ('items' in node) parts.push([node.items.length, node.anchor, node.tag, node.flow ?? false]);
      else parts.push([node.source ?? String(node.value), node.type === 'PLAIN', node.anchor, node.tag]);
    },
  });
  return JSON.stringify(parts);
}

function commentsOf(text: string): string {
  return [...new Lexer().lex(text)]
    .filter((token) => token.startsWith('#'))
    .map((comment) => comment.trimEnd())
    .join('\n');
}
