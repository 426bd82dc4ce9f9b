import { Lexer, type ParsedNode, Scalar, visit } from 'yaml';
import type { TextEdit } from '../edits/text-edit.ts';
import { parseYaml, type YamlDocument } from '../yaml/parse-yaml.ts';
import { endsWithLineBreak, type FormattingStyle } from './formatting.ts';
import { flowLines } from './yaml-flow.ts';
import { readScalar, type ScalarSource, writeScalar } from './yaml-scalars.ts';

/** Stands for a scalar, or for braces or brackets on several lines, while the document is written. A text that contains it isn't formatted. */
const mark = '\ue000';

/**
 * The edit that formats a YAML text: indentation, spaces, and blank lines. Scalars stay as they are written, and their lines are indented anew, as
 * those of braces and brackets. No edit if the text has errors, or if its meaning or a comment would change.
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
  const sources: (ScalarSource | string)[] = [];
  const marked = (source: ScalarSource | string) => `${mark}${sources.push(source) - 1}${mark}`;
  visit(document, {
    Scalar(key, node) {
      const [start, end] = (node as ParsedNode).range ?? [0, 0];
      const source = text.slice(start, end);
      // An empty value is `null`. A key of several lines is written in another way.
      if (source === '' || (key === 'key' && /[\r\n]/.test(source))) return;
      const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
      node.value = marked(readScalar(source, node.value, isBlock));
      node.type = 'PLAIN';
    },
    Collection(_key, node) {
      const [start, end, after] = (node as ParsedNode).range ?? [0, 0, 0];
      const source = text.slice(start, end);
      if (!node.flow || !/[\r\n]/.test(source)) return undefined;
      const { anchor, tag, commentBefore, spaceBefore } = node;
      const flow = Object.assign(new Scalar(marked(source)), { anchor, tag, commentBefore, spaceBefore });
      // Those of the node are also the comments before its closing bracket.
      const comments = text.slice(end, after).match(/#.*/g) ?? [];
      if (comments.length > 0) flow.comment = comments.map((each) => each.slice(1).trimEnd()).join('\n');
      return flow;
    },
  });
  const lines = document
    .toString({ indent: tabSize, lineWidth: 0, flowCollectionPadding: /\{ +["'\w]/.test(text) })
    .split('\n');
  return lines.flatMap((line) => withSources(line, sources, tabSize)).join('\n');
}

/** A line with its scalars, braces and brackets, and what is below it of scalars. */
function withSources(
  line: string,
  sources: readonly (ScalarSource | string)[],
  tabSize: number,
): readonly string[] {
  const lines: string[] = [];
  // Of the key, or of what follows the dashes.
  const column = /^ *(?:- +)*/.exec(line)?.[0].length ?? 0;
  const own = line.replace(/\ue000(\d+)\ue000/g, (_found, index, place: number) => {
    const source = sources[Number(index)];
    if (source === undefined) return '';
    if (typeof source === 'string') return flowLines(source, column, place > column, tabSize);
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
