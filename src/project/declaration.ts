import { findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import { insertion, type TextEdit } from '../dataset/edits/text-edit.ts';
import type { Path } from '../dataset/problem.ts';
import type { Declaration } from '../dataset/rules/conventions.ts';

/** The keys of the list, or of the value, of a declaration in a project file. */
export function declarationKeys(declaration: Declaration): readonly string[] {
  switch (declaration.kind) {
    case 'data-type':
      return ['dataTypes'];
    case 'property':
      return ['properties', declaration.of];
    case 'rule-off':
      return ['rules', declaration.code];
  }
}

/**
 * The edits that declare something in the text of a project file, with its comments kept. None if it does already. `path`: where,
 * from the root of the file.
 */
export function declarationEdits(text: string, path: Path, declaration: Declaration): TextEdit[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  const item = itemOf(declaration);
  if (item !== undefined && node?.type === 'array') return addItem(text, node, item);
  // `null` stands for a value that is taken away from an extended file, at any depth.
  const depth = path.findIndex((_, index) => {
    const parent = root && findNodeAtLocation(root, path.slice(0, index + 1));
    return parent === undefined || parent.type === 'null';
  });
  const end = depth < 0 ? path.length : depth + 1;
  const value = path
    .slice(end)
    .reduceRight<unknown>((content, key) => ({ [key]: content }), item === undefined ? 'off' : [item]);
  return modify(text, path.slice(0, end), value, { formattingOptions: styleOf(text) }).map(
    ({ offset, length, content }) => ({ start: offset, end: offset + length, newText: content }),
  );
}

function itemOf(declaration: Declaration): string | undefined {
  switch (declaration.kind) {
    case 'data-type':
      return declaration.dataType;
    case 'property':
      return declaration.property;
    case 'rule-off':
      return undefined;
  }
}

/** Adds an item to a list, in a line of its own where the others are. */
function addItem(text: string, { offset, length, children = [] }: Node, item: string): TextEdit[] {
  if (children.some(({ value }) => value === item)) return [];
  const written = JSON.stringify(item);
  const last = children.at(-1);
  const [start, end] = [last ? last.offset : offset + 1, last ? last.offset + last.length : offset + 1];
  const { eol } = styleOf(text);
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isOwnLine = last !== undefined && line.trim() === '';
  if (last !== undefined) return [insertion(end, `,${isOwnLine ? eol + line : ' '}${written}`)];
  // A list that has nothing but comments.
  const isMultiline = text.slice(offset, offset + length).includes('\n');
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return [insertion(end, isMultiline ? `${eol}${indent}  ${written},` : written)];
}

/** The indentation and the line breaks of a file. */
export function styleOf(text: string) {
  const indent = /^[\t ]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  const insertSpaces = !indent.startsWith('\t');
  return {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 4,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
