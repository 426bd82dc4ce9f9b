import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What the files of a folder may import: their own folder always, and what is listed here. */
interface Rule {
  /** Files or folders below `src`; `name/*` stands for a folder's own files, without its subfolders. */
  readonly imports: readonly string[];
  /** Modules that aren't ours, beside npm packages: `vscode`, `node:*`. */
  readonly hosts?: readonly ('vscode' | 'node')[];
}

const node = ['node'] as const;
const editor = ['vscode', 'node'] as const;

/** The direction of all imports. The longest folder that a file lies in decides; ARCHITECTURE.md explains the order. */
export const rules: Readonly<Record<string, Rule>> = {
  'result.ts': { imports: [] },
  'is-record.ts': { imports: [] },
  text: { imports: [] },

  dataset: { imports: ['result.ts', 'text', 'dataset/rules', 'dataset/json', 'dataset/yaml'] },
  'dataset/rules': { imports: ['text', 'dataset/*'] },
  'dataset/json': { imports: ['text', 'dataset/*', 'dataset/rules'] },
  'dataset/yaml': { imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json'] },
  'dataset/edits': {
    imports: ['result.ts', 'text', 'dataset/*', 'dataset/rules', 'dataset/json', 'dataset/yaml'],
  },
  'dataset/language': {
    imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json', 'dataset/yaml', 'dataset/edits'],
  },
  'dataset/fixes': { imports: ['text', 'dataset'] },

  comparison: { imports: ['result.ts', 'text', 'dataset'] },
  diagram: { imports: ['result.ts', 'text', 'dataset'] },

  storage: { imports: ['result.ts', 'is-record.ts', 'text'], hosts: node },

  gateway: { imports: ['result.ts', 'text'], hosts: node },
  'gateway/network': {
    imports: ['text', 'storage/regular-file.ts', 'gateway/http.ts', 'gateway/service.ts'],
    hosts: node,
  },
  'gateway/presentation': { imports: ['text', 'gateway/*'], hosts: node },

  environments: { imports: ['result.ts', 'is-record.ts', 'text', 'gateway'], hosts: node },

  identity: {
    imports: [
      'result.ts',
      'is-record.ts',
      'text',
      'gateway',
      'environments',
      'storage',
      'identity/redirects',
    ],
    hosts: node,
  },
  'identity/redirects': { imports: ['text', 'gateway'], hosts: node },

  submission: {
    imports: ['result.ts', 'text', 'gateway', 'environments', 'identity', 'submission/journal'],
    hosts: node,
  },
  'submission/journal': { imports: ['result.ts', 'text', 'gateway', 'storage'], hosts: node },
  'submission/records': { imports: ['text', 'gateway', 'submission/journal'], hosts: node },
  'submission/batch': {
    imports: ['result.ts', 'text', 'gateway', 'environments', 'submission'],
    hosts: node,
  },

  'local-gateway': { imports: ['result.ts', 'text', 'dataset', 'gateway'], hosts: node },

  cli: {
    imports: [
      'result.ts',
      'is-record.ts',
      'text',
      'dataset',
      'comparison',
      'diagram',
      'gateway',
      'environments',
      'identity',
      'storage',
      'submission',
      'local-gateway',
    ],
    hosts: node,
  },

  editor: {
    imports: [
      'result.ts',
      'text',
      'dataset',
      'comparison',
      'diagram',
      'gateway',
      'environments',
      'identity',
      'storage',
      'submission',
      'local-gateway',
    ],
    hosts: editor,
  },
  'extension.ts': { imports: ['editor'], hosts: editor },
};

const imported = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;

/** The imports below `src` that no rule allows, each as a sentence. */
export function forbiddenImports(): string[] {
  return globSync('src/**/*.ts').flatMap((path) => {
    const file = path.replaceAll('\\', '/').slice('src/'.length);
    const folder = ruleOf(file);
    const rule = folder === undefined ? undefined : rules[folder];
    if (folder === undefined || rule === undefined) return [`No rule for src/${file}.`];
    return [...readFileSync(join('src', file), 'utf8').matchAll(imported)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !allows(folder, rule, file, specifier))
      .map((specifier) => `src/${file} must not import ${specifier} (scripts/import-rules.ts).`);
  });
}

function allows(folder: string, { imports, hosts = [] }: Rule, file: string, specifier: string): boolean {
  if (specifier === 'vscode') return hosts.includes('vscode');
  if (specifier.startsWith('node:')) return hosts.includes('node');
  if (!specifier.startsWith('.')) return true;
  const target = posix.join(dirname(file), specifier);
  if (target.startsWith('..')) return true;
  return ruleOf(target) === folder || imports.some((allowed) => isWithin(target, allowed));
}

function ruleOf(file: string): string | undefined {
  return Object.keys(rules)
    .filter((folder) => isWithin(file, folder))
    .sort((a, b) => b.length - a.length)[0];
}

function isWithin(file: string, folder: string): boolean {
  return folder.endsWith('/*')
    ? posix.dirname(file) === folder.slice(0, -2)
    : file === folder || file.startsWith(`${folder}/`);
}
