import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { ReportedProjects } from '../../../src/cli/input/reported-projects.ts';
import { rootedDocuments, rootedFiles } from '../../../src/cli/mcp/rooted-files.ts';
import { validateText } from '../../../src/dataset/document.ts';
import { editorProjects } from '../editor/fake-vscode.ts';
import { MemoryFiles } from './memory-files.ts';

/** A project file of a random tree. */
interface Content {
  readonly extends?: string | readonly string[];
  readonly exclude?: readonly string[];
  readonly include?: readonly string[] | null;
  readonly dataTypes?: readonly string[] | null;
  readonly rules?: Readonly<Record<string, string | null>>;
  readonly overrides?: readonly {
    readonly files: readonly string[];
    readonly rules?: Content['rules'];
    readonly dataTypes?: readonly string[] | null;
  }[];
  readonly wrong?: true;
}

type Tree = ReadonlyMap<string, Content>;

const folders = ['', 'a', 'a/b', 'c'];
const text = '{"name":"D","tables":[{"name":"T","columns":[{"name":"x","dataType":"A"}]}],"y":1}';

const severity = fc.constantFrom('off', 'hint', 'info', 'warning', 'error', null);
const rules = fc.dictionary(fc.constantFrom('unknown-data-type', 'unknown-property'), severity, {
  maxKeys: 2,
});
const dataTypes = fc.constantFrom(['A'], ['B'], [], null);
const globs = fc.array(
  fc.constantFrom('**', '*', 'a/**', 'b/**', '**/b/**', '{a,c}/*', '../**', 'x*', './a/', 'b'),
  {
    minLength: 1,
    maxLength: 2,
  },
);
const often = <Value>(arbitrary: fc.Arbitrary<Value>, weight: number) =>
  fc.option(arbitrary, { nil: undefined, freq: weight });

/** `extends`: of the files after this one, which are the first again after the last. */
const content = fc.record({
  extends: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    { weight: 2, arbitrary: fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }) },
  ),
  include: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: globs },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  exclude: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: globs }),
  dataTypes: often(dataTypes, 1),
  rules: often(rules, 2),
  overrides: often(
    fc.array(fc.record({ files: globs, rules: often(rules, 3), dataTypes: often(dataTypes, 1) }), {
      maxLength: 2,
    }),
    2,
  ),
  isWrong: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
});

const tree: fc.Arbitrary<Tree> = fc
  .dictionary(
    fc.constantFrom(
      ...folders.flatMap((folder) => [join(folder, 'dataset-studio.json'), join(folder, 'base.json')]),
    ),
    content,
    { minKeys: 2, maxKeys: 7 },
  )
  .map((files) => {
    const paths = Object.keys(files);
    return new Map(
      Object.entries(files).map(([path, { extends: steps, isWrong, ...rest }], index): [string, Content] => [
        path,
        {
          ...rest,
          ...(isWrong && { wrong: true }),
          extends: steps.map((step) =>
            relative(dirname(path), paths[(index + 1 + step) % paths.length] ?? 'missing.json'),
          ),
        },
      ]),
    );
  });

/** What is said of a document: that it is excluded, that its project is broken, or its problems. */
type Verdict = string;

/** A simple model of docs/project-file.md. Paths are from the root. */
function modelOf(
  all: Tree,
  document: string,
): Verdict | { rules: Record<string, string>; dataTypes: readonly string[] } {
  let folder = dirname(document);
  for (; !all.has(join(folder, 'dataset-studio.json')); folder = dirname(folder))
    if (folder === '.') return { rules: {}, dataTypes: [] };
  const layers = layersOf(all, join(folder, 'dataset-studio.json'), []);
  if (layers === undefined) return 'broken';
  const lists = { include: undefined, exclude: undefined } as Record<
    'include' | 'exclude',
    (() => boolean) | undefined
  >;
  const settings = { rules: {} as Record<string, string>, dataTypes: [] as readonly string[] };
  const apply = (part: Pick<Content, 'rules' | 'dataTypes'>) => {
    for (const [code, each] of Object.entries(part.rules ?? {}))
      if (each === null) delete settings.rules[code];
      else settings.rules[code] = each;
    if (part.dataTypes !== undefined) settings.dataTypes = part.dataTypes ?? [];
  };
  const matches = (place: string, patterns: readonly string[]) =>
    patterns.some((pattern) =>
      expressionOf(join('/above/r', dirname(place), pattern)).test(join('/above/r', document)),
    );
  for (const [place, part] of layers) {
    for (const key of ['include', 'exclude'] as const) {
      const list = part[key];
      if (list !== undefined) lists[key] = list === null ? undefined : () => matches(place, list);
    }
    apply(part);
  }
  for (const [place, part] of layers)
    for (const override of part.overrides ?? []) if (matches(place, override.files)) apply(override);
  return (lists.include?.() ?? true) && !lists.exclude?.() ? settings : 'excluded';
}

/** The files that one extends, and the file itself; undefined if one of them is wrong or missing, outside, or in a circle. */
function layersOf(
  all: Tree,
  file: string,
  chain: readonly string[],
): (readonly [string, Content])[] | undefined {
  const found = all.get(file);
  if (found === undefined || found.wrong || chain.includes(file) || file.startsWith('..')) return undefined;
  const layers: (readonly [string, Content])[] = [];
  for (const each of [found.extends ?? []].flat()) {
    const more = layersOf(all, join(dirname(file), each), [...chain, file]);
    if (more === undefined) return undefined;
    layers.push(...more);
  }
  return [...layers, [file, found]];
}

/** For the globs above. */
function expressionOf(glob: string): RegExp {
  const source = (glob.endsWith('/') ? `${glob}**` : glob).replace(
    /\*\*\/|\*\*|[*{,}.]/g,
    (part) =>
      ({ '**/': '(?:[^/]*/)*', '**': '.*', '*': '[^/]*', '{': '(?:', ',': '|', '}': ')', '.': '\\.' })[
        part
      ] ?? part,
  );
  return new RegExp(`^(?:${source})$`);
}

describe('All front ends', function () {
  this.timeout(120_000);
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-')));
  });

  afterEach(() => rm(root, { recursive: true }));

  it('judge each file of a random tree as the documentation says', async () => {
    const documents = folders.map((folder) => join(folder, 'x.dataset.json'));
    const verdicts = new Set<Verdict>();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(tree, async (all) => {
        const repository = join(root, String(++number));
        const files: Record<string, string> = {
          '.git/HEAD': '',
          // No front end reads it.
          '.vscode/settings.json': '{"dataset.rules":{"unknown-property":"off"},"dataset.dataTypes":["A"]}',
          ...Object.fromEntries(documents.map((each) => [each, text])),
        };
        for (const [path, each] of all) files[path] = JSON.stringify(each);
        for (const [path, each] of Object.entries(files)) {
          await mkdir(dirname(join(repository, path)), { recursive: true });
          await writeFile(join(repository, path), each);
        }
        const commandLine = new ReportedProjects(() => {});
        const agents = rootedDocuments(await rootedFiles(repository));
        const memory = new MemoryFiles(
          Object.fromEntries(Object.entries(files).map(([path, each]) => [`/r/${path}`, each])),
        );
        const editor = await editorProjects(memory);
        for (const document of documents) {
          const expected = modelOf(all, document);
          const verdict = typeof expected === 'string' ? expected : await problemsBy(expected);
          verdicts.add(verdict);
          const byCommandLine = await commandLine.judge(join(repository, document));
          const byEditor = await editor.judge(`/r/${document}`);
          const byAgents = await agents.read(document);
          const found = [
            byCommandLine.kind === 'judged' ? await problemsBy(byCommandLine.settings) : byCommandLine.kind,
            byEditor.kind === 'judged' ? await problemsBy(byEditor.settings) : byEditor.kind,
            !byAgents.ok
              ? byAgents.failure.kind.replace('wrong-settings', 'broken')
              : byAgents.value.isExcluded
                ? 'excluded'
                : await problemsBy(byAgents.value.settings),
          ];
          assert.deepEqual(found, [verdict, verdict, verdict], relative(root, join(repository, document)));
        }
        editor.dispose();
      }),
      // So many have every kind of verdict.
      { numRuns: Math.max(25, caseCount(150)) },
    );
    assert.ok(verdicts.size > 15, [...verdicts].join('; '));
  });
});

async function problemsBy(settings: {
  readonly rules: object;
  readonly dataTypes: readonly string[];
}): Promise<Verdict> {
  const problems = await validateText(text, 'json', settings);
  return problems.map(({ code, severity: level }) => `${code} ${level}`).join() || 'no problems';
}
