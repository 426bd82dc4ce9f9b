import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What the files of a folder can import in addition to their own folder. */
interface Rule {
  /** Files or folders below `src`. `name/*` means the files of a folder without its subfolders. */
  readonly imports: readonly string[];
  /** Whether `vscode` and `node:*` modules can be imported. npm packages are always allowed. */
  readonly hosts?: readonly ('vscode' | 'node')[];
}

const node = ['node'] as const;
const editor = ['vscode', 'node'] as const;
/** For code that also runs in a browser. */
const anyEditor = ['vscode'] as const;

/** What every feature of the editor can know of the core. */
const core = ['text', 'app', 'dataset', 'inference', 'project'];
/** What only those that submit know. */
const submitting = [
  'environments',
  'gateway',
  'identity',
  'local-gateway',
  'storage',
  'submission',
  'system',
];
/** What the features of the editor share. */
const shared = ['editor/ui', 'editor/studio', 'editor/documents'];

/** The import rules by folder. The most specific folder of a file applies. ARCHITECTURE.md explains the layers. */
export const rules: Readonly<Record<string, Rule>> = {
  'result.ts': { imports: [] },
  'is-record.ts': { imports: ['text/exact-number.ts'] },
  'message-table.ts': { imports: [] },
  text: { imports: [] },

  dataset: {
    imports: ['text', 'dataset/rules', 'dataset/json', 'dataset/yaml'],
  },
  // What can be asked of a document.
  'dataset/dataset-language.ts': { imports: ['dataset'] },
  'dataset/rules': { imports: ['text', 'dataset/*'] },
  'dataset/json': { imports: ['text', 'dataset/*', 'dataset/rules'] },
  'dataset/yaml': { imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json'] },
  'dataset/edits': {
    imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json', 'dataset/yaml'],
  },
  'dataset/language': {
    imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json', 'dataset/yaml', 'dataset/edits'],
  },
  'dataset/fixes': { imports: ['text', 'dataset'] },

  // Reads files through a port.
  // How data is read is checked as it is for agents.
  project: { imports: ['text', 'dataset', 'app/data-entry.ts', 'app/reading-options.ts'] },
  'project/node': {
    imports: ['system/regular-file.ts', 'project'],
    hosts: node,
  },

  inference: { imports: ['text', 'dataset'] },
  'data-files': { imports: ['text', 'storage', 'system', 'inference'], hosts: node },
  comparison: { imports: ['text', 'dataset'] },
  diagram: { imports: ['text', 'dataset'] },

  // Reads repositories, and starts Git.
  git: {
    imports: ['text', 'storage', 'system', 'dataset', 'comparison'],
    hosts: node,
  },

  designer: { imports: ['text', 'dataset'] },
  // Runs in a browser: neither Node.js nor VS Code is there.
  'designer-view': { imports: ['text', 'designer', 'dataset/problem.ts'] },
  // So does this.
  'data-view': { imports: ['inference/source.ts', 'inference/formats/delimited/dialect.ts'] },
  'batch-view': { imports: [] },

  // The clock, processes, the environment, and where a repository is.
  system: { imports: ['text'], hosts: node },
  storage: { imports: ['text', 'system'], hosts: node },

  gateway: { imports: ['text'] },
  'gateway/network': {
    imports: ['text', 'system/regular-file.ts', 'gateway/http.ts', 'gateway/service.ts'],
    hosts: node,
  },
  'gateway/presentation': { imports: ['text', 'gateway/*'] },

  environments: { imports: ['text', 'gateway/*'] },

  identity: {
    imports: ['text', 'gateway', 'environments', 'storage', 'system', 'identity/redirects'],
    hosts: node,
  },
  'identity/redirects': {
    imports: ['text', 'gateway', 'system'],
    hosts: node,
  },

  submission: {
    imports: ['text', 'gateway', 'environments', 'identity', 'system/clock.ts', 'submission/journal'],
    hosts: node,
  },
  'submission/journal': {
    // It stores the names in the table of causes.
    imports: ['text', 'dataset', 'gateway', 'storage', 'system', 'submission/cause-table.ts'],
    hosts: node,
  },
  'submission/batch': {
    imports: ['text', 'gateway', 'environments', 'submission'],
    hosts: node,
  },

  'local-gateway': { imports: ['text', 'dataset', 'gateway'], hosts: node },

  // The use cases, once for every front end.
  app: {
    imports: [
      'text',
      'dataset',
      'inference',
      'comparison',
      'diagram',
      'designer',
      'gateway',
      'environments',
      'identity',
      'system/clock.ts',
      'submission',
    ],
  },

  agents: { imports: ['app', 'text', 'dataset', 'inference', 'submission'] },

  cli: {
    imports: [
      'app',
      'agents',
      'text',
      'dataset',
      'inference',
      'data-files',
      'comparison',
      'git',
      'diagram',
      'gateway',
      'environments',
      'identity',
      'storage',
      'system',
      'submission',
      'local-gateway',
      'project',
    ],
    hosts: node,
  },

  // The rooms of the editor: what VS Code shows, what all features share, the open document, the features, and what opens them.
  'editor/ui': { imports: ['text'], hosts: anyEditor },
  'editor/studio': { imports: [...core, ...submitting, 'editor/ui'], hosts: anyEditor },
  'editor/documents': { imports: [...core, ...shared], hosts: anyEditor },
  'editor/authoring': { imports: [...core, ...shared], hosts: anyEditor },
  'editor/authoring/node': { imports: ['app'], hosts: node },
  'editor/from-data': {
    imports: [...core, ...shared, 'data-view/data-messages.ts', 'editor/authoring'],
    hosts: anyEditor,
  },
  'editor/designer': {
    imports: [...core, ...shared, 'diagram', 'designer', 'editor/authoring', 'editor/from-data'],
    hosts: anyEditor,
  },
  'editor/comparison': {
    imports: [...core, ...shared, 'comparison', 'submission', 'system'],
    hosts: anyEditor,
  },
  'editor/environments': { imports: [...core, ...shared, ...submitting], hosts: anyEditor },
  'editor/submissions': {
    imports: [
      ...core,
      ...shared,
      ...submitting,
      'batch-view/batch-messages.ts',
      'editor/authoring',
      'editor/comparison',
      'editor/environments',
    ],
    hosts: anyEditor,
  },
  'editor/first-steps': { imports: [...shared], hosts: anyEditor },
  'editor/local-gateway': {
    imports: [...shared, ...submitting, 'editor/first-steps', 'editor/submissions'],
    hosts: anyEditor,
  },
  'editor/agents': {
    imports: [...core, ...shared, ...submitting, 'agents', 'data-files', 'editor/submissions'],
    hosts: editor,
  },
  'editor/open': {
    imports: [...core, ...submitting, 'agents', 'data-files', 'editor'],
    hosts: editor,
  },
  // What takes the place of Node.js in a browser.
  'editor/browser': { imports: [...core, 'editor/studio'], hosts: anyEditor },
  'extension.ts': { imports: ['editor'], hosts: editor },
  // Its bundle can't contain what needs Node.js: esbuild refuses it.
  'extension.web.ts': { imports: ['editor'], hosts: anyEditor },
};

/** What every file can import. */
const always: ReadonlySet<string> = new Set(['result.ts', 'is-record.ts', 'message-table.ts']);

const importPattern = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;

/** Returns a message for each import below `src` that violates a rule, and for each file without a rule. */
export function forbiddenImports(): string[] {
  return globSync('src/**/*.{ts,tsx}').flatMap((path) => {
    const file = path.replaceAll('\\', '/').slice('src/'.length);
    const folder = folderOf(file);
    const rule = folder === undefined ? undefined : rules[folder];
    if (folder === undefined || rule === undefined)
      return [`src/${file} has no import rule. Add one to scripts/import-rules.ts.`];
    return [...readFileSync(join('src', file), 'utf8').matchAll(importPattern)]
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
  return (
    always.has(target) || folderOf(target) === folder || imports.some((allowed) => isWithin(target, allowed))
  );
}

function folderOf(file: string): string | undefined {
  return Object.keys(rules)
    .filter((folder) => isWithin(file, folder))
    .sort((a, b) => b.length - a.length)[0];
}

function isWithin(file: string, folder: string): boolean {
  return folder.endsWith('/*')
    ? posix.dirname(file) === folder.slice(0, -2)
    : file === folder || file.startsWith(`${folder}/`);
}
