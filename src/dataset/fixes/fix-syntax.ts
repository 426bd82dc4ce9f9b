import * as l10n from '@vscode/l10n';
import { pathTo, type TreeNode } from '../document-tree.ts';
import { indentAt } from '../edits/layout.ts';
import { lineEnd, lineStart } from '../text-positions.ts';
import type { FixContext, Fixer } from './fix-context.ts';
import type { EditFix } from './fix-edit.ts';
import { editFix } from './fix-edit.ts';

/** Proposes what could be meant by a syntax error. Most proposals don't fit most errors, and are discarded later. */
export const fixSyntax: Fixer = (context) =>
  context.format === 'json' ? fixJson(context) : fixYaml(context);

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
  if (blanks.includes('\t')) {
    const spaces = blanks.replaceAll('\t', layout.indent);
    return [edit(l10n.t('Indent with spaces'), line, line + blanks.length, spaces, true)];
  }
  if (text[start] === '\\') return [edit(l10n.t('Escape the backslash'), start, start, '\\', false)];
  const inQuotes = l10n.t('Enclose in double quotes');
  const fixes = [edit(inQuotes, start, end, JSON.stringify(text.slice(start, end)), false)];
  const rest = withoutComment(text.slice(start, lineEnd(text, start)));
  if (rest.length > end - start)
    fixes.push(edit(inQuotes, start, start + rest.length, JSON.stringify(rest), false));
  return fixes;
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
