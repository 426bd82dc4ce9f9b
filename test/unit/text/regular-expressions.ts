import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

export interface RegularExpression {
  /** `/` separates the folders. */
  readonly file: string;
  /** Undefined if it can't be computed from the constants of its file. */
  readonly source: string | undefined;
  readonly flags: string;
}

/** The code of all front ends. The first project doesn't contain the code for browsers. */
const projects = [
  'tsconfig.json',
  'tsconfig.web.json',
  'src/designer-view/tsconfig.json',
  'src/data-view/tsconfig.json',
  'src/batch-view/tsconfig.json',
];

/** All regular expressions of `src`: literals, the arguments of `RegExp`, and strings named `pattern`. */
export function regularExpressionsOfSource(): readonly RegularExpression[] {
  const found = new Map<string, readonly RegularExpression[]>();
  const api = new API({ cwd: resolve('.') });
  try {
    for (const config of projects.map((project) => resolve(project))) {
      const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
      for (const path of program?.getSourceFileNames() ?? []) {
        const file = relative('.', path).replaceAll('\\', '/');
        const source = file.startsWith('src/') && !found.has(file) ? program?.getSourceFile(path) : undefined;
        if (source) found.set(file, regularExpressionsIn(source, file));
      }
    }
  } finally {
    api.close();
  }
  return [...found.values()].flat();
}

/** The values of all properties `regexp` and `pattern` of a JSON file, such as those of a problem matcher or a JSON schema. */
export function regularExpressionsOfJson(file: string): readonly RegularExpression[] {
  const found: RegularExpression[] = [];
  JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
    if (['regexp', 'pattern'].includes(key) && typeof value === 'string')
      found.push({ file, source: value, flags: '' });
    return value;
  });
  return found;
}

function regularExpressionsIn(root: SourceFile, file: string): readonly RegularExpression[] {
  const found: RegularExpression[] = [];
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if ((isNewExpression(node) || isCallExpression(node)) && isNamed(node.expression, 'RegExp')) {
      const [source, flags] = node.arguments ?? [];
      found.push({ file, source: textOf(source, root), flags: textOf(flags, root) ?? '' });
    } else if (isPropertyAssignment(node) && isNamed(node.name, 'pattern')) {
      const source = textOf(node.initializer, root);
      if (source !== undefined) found.push({ file, source, flags: '' });
    }
    node.forEachChild(visit);
  };
  visit(root);
  return found;
}

function isNamed(node: Node, name: string): boolean {
  return isIdentifier(node) && node.text === name;
}

/** The value of a constant text. */
function textOf(node: Node | undefined, root: SourceFile): string | undefined {
  if (node === undefined) return undefined;
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isIdentifier(node)) return textOf(initializerOf(node.text, root), root);
  if (!isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce<string | undefined>((text, { expression, literal }) => {
    const value = textOf(expression, root);
    return text === undefined || value === undefined ? undefined : text + value + literal.text;
  }, node.head.text);
}

/** The value of a constant at the top of the file. */
function initializerOf(name: string, root: SourceFile): Node | undefined {
  return root.statements.reduce<Node | undefined>(
    (known, statement) =>
      known ??
      statement.forEachChild((list) =>
        list.forEachChild((declaration) =>
          isVariableDeclaration(declaration) && isNamed(declaration.name, name)
            ? declaration.initializer
            : undefined,
        ),
      ),
    undefined,
  );
}
