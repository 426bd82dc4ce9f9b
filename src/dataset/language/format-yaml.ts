import { Lexer, type ParsedNode, visit } from 'yaml';
import type { TextEdit } from '../edits/text-edit.ts';
import { parseYaml, type YamlDocument } from '../yaml/parse-yaml.ts';
import { endsWithLineBreak, type FormattingStyle } from './formatting.ts';
import { readScalar, type ScalarSource, writeScalar } from './yaml-scalars.ts';

/** Stands for a scalar while the document is written. A text that contains it isn't formatted. */
const mark = '\ue000';

/**
 * The edit that formats a YAML text: indentation, spaces, and blank lines. Scalars stay as they are written, and their lines are indented anew. No
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
  const sources: ScalarSource[] = [];
  visit(document, {
    Scalar(key, node) {
      const [start, end] = (node as ParsedNode).range ?? [0, 0];
      const source = text.slice(start, end);
      // An empty value is `null`. A key of several lines is written in another way.
      if (source === '' || (key === 'key' && /[\r\n]/.test(source))) return;
      const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
      sources.push(readScalar(source, node.value, isBlock));
      node.value = `${mark}${sources.length - 1}${mark}`;
      node.type = 'PLAIN';
    },
  });
  const lines = document
    .toString({ indent: tabSize, lineWidth: 0, flowCollectionPadding: /\{ +["'\w]/.test(text) })
    .split('\n');
  return lines.flatMap((line) => withScalars(line, sources, tabSize)).join('\n');
}

/** A line with its scalars, and what is below it of them. */
function withScalars(line: string, sources: readonly ScalarSource[], tabSize: number): readonly string[] {
  const lines: string[] = [];
  const own = line.replace(/\ue000(\d+)\ue000/g, (_found, index, place) => {
    const source = sources[Number(index)];
    if (source === undefined) return '';
    const { first, below } = writeScalar(line, place, source, tabSize);
    lines.push(...below);
    return first;
  });
  return [own, ...lines];
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
