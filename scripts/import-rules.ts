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

/** What the features of the editor know of the core. */
const core = ['text', 'app', 'dataset'];
/** What the features of the editor share. */
const shared = ['editor/ui', 'editor/studio', 'editor/documents'];

/** The import rules by folder. The most specific folder of a file applies. ARCHITECTURE.md explains the layers. */
export const rules: Readonly<Record<string, Rule>> = {
  'result.ts': { imports: [] },
  'is-record.ts': { imports: ['text/exact-number.ts'] },
  'message-table.ts': { imports: [] },
  // The one reader of JSON by a schema.
  'schema-mistakes.ts': { imports: [] },
  text: { imports: [] },

  dataset: {
    imports: ['text', 'dataset/rules', 'dataset/json', 'dataset/yaml'],
  },
  // What can be asked of a document.
  'dataset/dataset-language.ts': { imports: ['dataset'] },
  'dataset/rules': { imports: ['text', 'dataset/*'] },
  'dataset/json': { imports: ['text', 'dataset/*', 'dataset/rules'] },
  'dataset/yaml': { imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json'] },
  'dataset/edits': { imports: ['text', 'dataset/*'] },
  'dataset/language': {
    imports: ['text', 'dataset/*', 'dataset/rules', 'dataset/json', 'dataset/yaml', 'dataset/edits'],
  },
  'dataset/fixes': { imports: ['text', 'dataset'] },

  // Reads files through a port.
  project: { imports: ['text', 'dataset', 'inference/source.ts', 'inference/reading-options.ts'] },
  'project/node': {
    imports: ['system/regular-file.ts', 'project'],
    hosts: node,
  },

  inference: { imports: ['text', 'dataset'] },
  'data-files': { imports: ['system', 'inference'], hosts: node },
  comparison: { imports: ['text', 'dataset'] },
  diagram: { imports: ['text', 'dataset'] },

  // Reads repositories, and starts Git. Which addresses may get credentials is the gateway's rule.
  git: {
    imports: ['text', 'storage', 'system', 'dataset', 'comparison', 'gateway/service.ts'],
    hosts: node,
  },

  designer: { imports: ['text', 'dataset'] },
  // Runs in a browser: neither Node.js nor VS Code is there.
  'designer-view': { imports: ['text', 'designer', 'dataset/problem.ts'] },
  // So does this.
  'data-view': { imports: ['inference/source.ts'] },
  'batch-view': { imports: [] },

  // The clock, processes, the environment, and where a repository is.
  system: { imports: [], hosts: node },
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
    imports: ['gateway', 'system/clock.ts'],
    hosts: node,
  },

  submission: {
    imports: ['text', 'gateway', 'environments', 'identity', 'system/clock.ts', 'submission/journal'],
  },
  'submission/journal': {
    // It stores the names in the table of causes.
    imports: ['dataset', 'storage', 'system', 'submission/cause-table.ts'],
    hosts: node,
  },
  'submission/batch': { imports: ['environments', 'submission'] },

  'local-gateway': { imports: ['text', 'dataset', 'gateway'], hosts: node },

  // The use cases, once for every front end.
  app: {
    imports: [
      'text',
      'dataset',
      'inference',
      'comparison',
      'designer',
      'gateway',
      'environments',
      'system/clock.ts',
      'submission',
      'project/data-entry.ts',
    ],
  },

  agents: { imports: ['app', 'text', 'dataset', 'inference', 'submission', 'project'] },

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
  'editor/studio': {
    imports: [
      ...core,
      'inference',
      'project',
      'environments',
      'gateway',
      'identity',
      'local-gateway',
      'storage',
      'submission',
      'system',
      'editor/ui',
    ],
    hosts: anyEditor,
  },
  'editor/documents': { imports: [...core, 'project', 'editor/ui', 'editor/studio'], hosts: anyEditor },
  'editor/authoring': { imports: [...core, ...shared, 'inference', 'project'], hosts: anyEditor },
  'editor/authoring/node': { imports: ['app'], hosts: node },
  'editor/from-data': {
    imports: [...core, ...shared, 'inference', 'project', 'data-view/data-messages.ts', 'editor/authoring'],
    hosts: anyEditor,
  },
  'editor/designer': {
    imports: [...core, ...shared, 'diagram', 'designer', 'editor/authoring', 'editor/from-data'],
    hosts: anyEditor,
  },
  'editor/comparison': {
    imports: [...core, ...shared, 'comparison', 'submission'],
    hosts: anyEditor,
  },
  'editor/environments': {
    imports: ['text', 'environments', 'identity', 'editor/ui', 'editor/studio'],
    hosts: anyEditor,
  },
  'editor/submissions': {
    imports: [
      ...core,
      ...shared,
      'environments',
      'gateway',
      'identity',
      'submission',
      'batch-view/batch-messages.ts',
      'editor/authoring',
      'editor/comparison',
      'editor/environments',
    ],
    hosts: anyEditor,
  },
  'editor/first-steps': { imports: shared, hosts: anyEditor },
  'editor/local-gateway': {
    imports: [
      'environments',
      'gateway',
      'identity',
      'local-gateway',
      'editor/ui',
      'editor/studio',
      'editor/first-steps',
      'editor/submissions',
    ],
    hosts: anyEditor,
  },
  'editor/agents': {
    imports: [
      ...core,
      ...shared,
      'inference',
      'project',
      'environments',
      'identity',
      'system',
      'agents',
      'data-files',
      'editor/submissions',
    ],
    hosts: editor,
  },
  'editor/open': {
    imports: [
      'app',
      'project',
      'environments',
      'gateway',
      'identity',
      'storage',
      'system',
      'agents',
      'data-files',
      'editor',
    ],
    hosts: editor,
  },
  // What takes the place of Node.js in a browser.
  'editor/browser': { imports: ['app', 'inference', 'editor/studio'], hosts: anyEditor },
  'extension.ts': { imports: ['editor'], hosts: anyEditor },
  // Its bundle can't contain what needs Node.js: esbuild refuses it.
  'extension.web.ts': { imports: ['editor'], hosts: anyEditor },
};

/** What every file can import. */
const always: ReadonlySet<string> = new Set([
  'result.ts',
  'is-record.ts',
  'message-table.ts',
  'schema-mistakes.ts',
]);

const importPattern = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;

interface Import {
  /** The importing file, below `src`. */
  readonly file: string;
  /** The most specific folder of the file that has a rule. */
  readonly folder: string | undefined;
  readonly specifier: string;
  /** The imported file, below `src`, or the name of a module. */
  readonly target: string;
}

/** The paths of all files below `src`. */
function findFiles(): readonly string[] {
  return globSync('src/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/').slice('src/'.length));
}

function findImports(): readonly Import[] {
  return findFiles().flatMap((file) => {
    const found = readFileSync(join('src', file), 'utf8').matchAll(importPattern);
    return [...found].map(([, specifier = '']) => {
      const target = specifier.startsWith('.') ? posix.join(dirname(file), specifier) : specifier;
      return { file, folder: folderOf(file), specifier, target };
    });
  });
}

/** Returns a message for each import below `src` that violates a rule, each that a rule allows and no file has, and each file without a rule. */
export function importViolations(): string[] {
  const imports = findImports();
  return [
    ...findFiles()
      .filter((file) => folderOf(file) === undefined)
      .map((file) => `src/${file} has no import rule. Add one to scripts/import-rules.ts.`),
    ...imports
      .filter((each) => !allows(each))
      .map(({ file, specifier }) => `src/${file} must not import ${specifier} (scripts/import-rules.ts).`),
    ...unusedImportRules(imports).map(
      ([folder, allowed]) =>
        `No file of src/${folder} imports ${allowed}. Remove it in scripts/import-rules.ts.`,
    ),
  ];
}

/** How many imports the rules allow. */
export const importRuleCount = Object.values(rules).reduce((sum, { imports }) => sum + imports.length, 0);

/** The folders of rules, each with something that it allows and that no file in it imports. */
export function unusedImportRules(
  found: readonly Import[] = findImports(),
): readonly (readonly [folder: string, allowed: string])[] {
  return Object.entries(rules).flatMap(([folder, { imports, hosts = [] }]) => {
    const own = found.filter((each) => each.folder === folder).map(({ target }) => target);
    const uses = (allowed: string) =>
      own.some((target) => isWithin(target, allowed) && folderOf(target) !== folder);
    return [
      ...imports.filter((allowed) => !uses(allowed)),
      ...hosts.filter((host) => !own.some((target) => target.replace(/:.*/, '') === host)),
    ].map((allowed) => [folder, allowed] as const);
  });
}

function allows({ folder = '', specifier, target }: Import): boolean {
  const { imports, hosts = [] } = rules[folder] ?? { imports: [] };
  if (specifier === 'vscode') return hosts.includes('vscode');
  if (specifier.startsWith('node:')) return hosts.includes('node');
  if (!specifier.startsWith('.')) return true;
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
