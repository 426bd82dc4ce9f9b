import * as l10n from '@vscode/l10n';
import { pathTo, type TreeNode } from '../document-tree.ts';
import { indentAt } from '../edits/layout.ts';
import { isConflict } from '../merge-conflict.ts';
import { lineEnd, lineStart } from '../text-positions.ts';
import { BlockReader } from '../yaml/blocks.ts';
import { type MisplacedLine, type MisplacedTarget, misplacedLine } from '../yaml/misplaced-line.ts';
import { isFlow, withoutComments, type YamlSpan } from '../yaml/spans.ts';
import type { FixContext, Fixer } from './fix-context.ts';
import type { EditFix } from './fix-edit.ts';
import { editFix } from './fix-edit.ts';

/** Proposes what could be meant by a syntax error. Most proposals don't fit most errors, and are discarded later. */
export const fixSyntax: Fixer = (context) => {
  if (isConflict(context.text, context.span)) return [];
  return context.format === 'json' ? fixJson(context) : fixYaml(context);
};

function fixJson({ text, span, root }: FixContext): EditFix[] {
  const { start, end } = span;
  const here = text.slice(start, end);
  const edit = (title: string, newText: string, isSafe: boolean, from = start, to = end): EditFix =>
    editFix(isSafe ? 'safe' : 'preferred', title, { start: from, end: to, newText });
  if (here === '') return [];
  if (here === ',') return [edit(l10n.t('Remove the comma'), '', true)];
  if (/^\/[/*]/.test(here)) return [edit(l10n.t('Remove the comment'), '', false)];
  if (/^'.*'$/.test(here))
    return [edit(l10n.t('Use double quotes'), JSON.stringify(unescaped(here.slice(1, -1))), true)];
  if (/^[^\S ]$/.test(here) && here > '\u007f') return [edit(l10n.t('Replace with a space'), ' ', true)];
  if (/^\p{Cc}$/u.test(here))
    return [edit(l10n.t('Replace with an escape sequence'), JSON.stringify(here).slice(1, -1), true)];
  if (/^\\.$/u.test(here)) return [edit(l10n.t('Escape the backslash'), `\\${here}`, false)];
  if (here.startsWith('"') && here.length > 1) {
    let length = here.length;
    while (/[\s,\]}]/.test(here.charAt(length - 1))) length--;
    const content = here.slice(0, length);
    return [edit(l10n.t('Close the string'), '"', false, start + content.length, start + content.length)];
  }
  const fixes: EditFix[] = [];
  if (/^[\p{L}\p{N}_$.+-]+$/u.test(here) && here.length > 0)
    fixes.push(edit(l10n.t('Enclose in double quotes'), JSON.stringify(here), !literal.test(here)));
  if (here.length === 1) {
    const at = afterToken(text, start);
    const missing = isKeyEnd(root, at) ? ':' : ',';
    const title = missing === ':' ? l10n.t('Insert a colon') : l10n.t('Insert a comma');
    fixes.push(edit(title, missing, true, at, at));
  }
  return fixes;
}

/** Values of Python and JavaScript that are no texts. */
const literal = /^(?:None|True|False|undefined|[+-]?(?:NaN|Infinity))$/;

function fixYaml({ text, span: { start, end }, layout }: FixContext): EditFix[] {
  const edit = (title: string, from: number, to: number, newText: string, isSafe: boolean): EditFix =>
    editFix(isSafe ? 'safe' : 'preferred', title, { start: from, end: to, newText });
  const blanks = indentAt(text, start);
  const line = lineStart(text, start);
  // Where another document begins: whether it goes is no matter of one character.
  if (start === line && /^(?:---|\.\.\.)(?!\S)/.test(text.slice(start, start + 4))) return [];
  const reader = new BlockReader(text);
  const open = reader.unclosedAt(end);
  if (open?.open.at(-1) === start) return [closed(text, open)];
  const misplaced = misplacedLine(text, { start: line, end: start }, reader);
  if (misplaced?.token.start === start)
    return misplaced.target ? [shifted(text, misplaced, misplaced.target)] : [];
  if (blanks.includes('\t')) {
    const spaces = blanks.replaceAll('\t', layout.indent);
    return [edit(l10n.t('Indent with spaces'), line, line + blanks.length, spaces, true)];
  }
  if (text[start] === '\\') return [edit(l10n.t('Escape the backslash'), start, start, '\\', false)];
  const word = text.slice(start, Math.min(end, lineEnd(text, start))).trimEnd();
  const colon = /^[\w$-]+:(?=\S)/.exec(word)?.[0];
  if (colon !== undefined) {
    const at = start + colon.length;
    return [edit(l10n.t('Insert a space'), at, at, ' ', false)];
  }
  const inQuotes = l10n.t('Enclose in double quotes');
  const fixes = [
    edit(l10n.t('Insert a colon'), start + word.length, start + word.length, ':', false),
    edit(inQuotes, start, end, JSON.stringify(text.slice(start, end)), false),
  ];
  const rest = withoutComment(text.slice(start, lineEnd(text, start)));
  if (rest.length > end - start)
    fixes.push(edit(inQuotes, start, start + rest.length, JSON.stringify(rest), false));
  return fixes;
}

/** Closes brackets at their end, and quotes at the end of their line. */
function closed(text: string, span: YamlSpan): EditFix {
  const isBracket = isFlow(text, span);
  const last = isBracket ? span.end : lineEnd(text, span.start);
  const at = span.start + withoutComments(text, { ...span, end: last }).trimEnd().length;
  const characters = span.open.map((each) => closing[text.charAt(each)] ?? text.charAt(each));
  const title = isBracket ? l10n.t('Close the brackets') : l10n.t('Close the string');
  return editFix('preferred', title, { start: at, end: at, newText: characters.toReversed().join('') });
}

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** Moves lines into the column where they belong. */
function shifted(text: string, { lines }: MisplacedLine, { shift }: MisplacedTarget): EditFix {
  const newText = text
    .slice(lines.start, lines.end)
    .replace(/^ +(?=\S)|^(?=\S)/gm, (blanks) => ' '.repeat(Math.max(0, blanks.length + shift)));
  return editFix('preferred', l10n.t('Indent like the lines above'), { ...lines, newText });
}

function withoutComment(line: string): string {
  const comment = line.search(/\s#/);
  return (comment === -1 ? line : line.slice(0, comment)).trimEnd();
}

function isKeyEnd(root: TreeNode | undefined, offset: number): boolean {
  const nodes = root === undefined ? [] : pathTo(root, offset);
  return nodes.some(
    (node) => node.type === 'object' && node.properties.some(({ keySpan }) => keySpan.end === offset),
  );
}

/** Where a comma or colon is missing that belongs before an offset: after the last token. */
function afterToken(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** The content of a string in single quotes, without its escapes. */
function unescaped(content: string): string {
  return content.replace(/\\(['"\\/])/g, '$1');
}
