import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { type CliCommand, commonOptions, exitCode } from '../../src/cli/command.ts';
import { readArguments } from '../../src/cli/program.ts';
import { dataExtensions } from '../../src/inference/formats/formats.ts';

const documents = [
  'README.md',
  ...globSync(['docs/*.md', 'skills/**/*.md', 'scripts/release/contents/npm-readme.md']),
];
const text = documents.map((path) => readFileSync(path, 'utf8')).join('\n');
/** The pages that users read, the one about all commands first. */
const pages = [...new Set(['docs/command-line.md', 'README.md', ...globSync('docs/*.md')])].map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}));
const commandLine = readFileSync('docs/command-line.md', 'utf8');
const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
const strings: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

const commands = await Promise.all(
  globSync('src/cli/commands/*.ts').map(async (path): Promise<CliCommand> => {
    const exported: Record<string, unknown> = await import(`../../${path.replaceAll('\\', '/')}`);
    const [found] = Object.values(exported).filter(
      (value): value is CliCommand => typeof value === 'object' && value !== null && 'run' in value,
    );
    assert.ok(found, path);
    return found;
  }),
);

const unique = (names: Iterable<string>) => [...new Set(names)].sort();
/** What the group in parentheses matched, each once. */
const namesIn = (source: string, form: RegExp) =>
  unique([...source.matchAll(form)].map(([, name = '']) => name));

/** The arguments of each call that has some, without what the shell does beside it. */
function documentedCalls(): string[][] {
  const calls = text.matchAll(/(?<!npx )\bdataset-studio ([a-z]+ [^\n`|>#&[]+)/g);
  return [...calls].map(([, call = '']) =>
    [...call.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(
      ([word, double, single]) => double ?? single ?? word,
    ),
  );
}

describe('The documents for users', () => {
  it('call the command line only with commands and options that it has', () => {
    const calls = documentedCalls();
    assert.ok(calls.length > 20, `${calls.length}`);
    for (const call of calls)
      assert.doesNotThrow(() => readArguments(call, commands, '1.0.0'), call.join(' '));
  });

  it('name every command and every option of the command line', () => {
    const described = pages.map((page) => page.text).join('\n');
    const missing = commands.flatMap(({ name, options }) =>
      Object.keys({ ...options, ...commonOptions })
        .filter((option) => !new RegExp(`--${option}\\b(?!-)`).test(described))
        .map((option) => `${name} --${option}`),
    );
    assert.deepEqual(missing, [], 'Describe these options in a page of docs/.');
    for (const { name } of commands) assert.match(commandLine, new RegExp(`\\b${name}\\b`), name);
  });

  it('name every output format of a command in the page that lists them, and in each list', () => {
    const isNamed = (page: string, format: string) =>
      page.includes(`\`${format}\``) || page.includes(`--format ${format}`);
    const formats = new Map(
      commands.flatMap(({ name, options }) =>
        options.format?.choices ? [[name, options.format.choices]] : [],
      ),
    );
    const ofProblems = formats.get('validate') ?? [];
    assert.ok(formats.size > 3 && ofProblems.length > 3);
    for (const [name, choices] of formats) {
      // Others refer to the list of `validate`.
      const own = name === 'validate' ? choices : choices.filter((format) => !ofProblems.includes(format));
      const isPage = (page: string) => /--format\b/.test(page) && new RegExp(`\\b${name}\\b`).test(page);
      const [page] = pages
        .filter((each) => isPage(each.text))
        .map(({ path, text }) => ({ path, missing: own.filter((format) => !isNamed(text, format)) }))
        .sort((a, b) => a.missing.length - b.missing.length);
      assert.deepEqual(
        page?.missing,
        [],
        `Name these formats of ${name} in ${page?.path ?? 'a page of docs/'}.`,
      );
    }
    // Those that all commands for pipelines share, wherever three of them are listed in a paragraph.
    const shared = ofProblems.filter((format) => formats.get('diff')?.includes(format) && format !== 'json');
    const incomplete = pages.flatMap((page) =>
      page.text.split('\n').flatMap((line, index) => {
        const missing = shared.filter((format) => !line.includes(`\`${format}\``));
        const isList = shared.length - missing.length >= 3 && missing.length > 0;
        return isList ? [`${page.path}:${index + 1} lists formats without ${missing.join(', ')}`] : [];
      }),
    );
    assert.deepEqual(incomplete, []);
  });

  it('name every extension of data files', () => {
    const described = pages.map((page) => page.text).join('\n');
    const missing = dataExtensions.filter((extension) => !described.includes(`\`.${extension}\``));
    assert.deepEqual(missing, [], 'Describe the formats with these extensions in a page of docs/.');
  });

  it('list the environment variables that the command line reads', () => {
    const source = globSync('src/cli/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    assert.deepEqual(
      namesIn(commandLine, /`(DATASET_\w+)`/g),
      namesIn(source.join('\n'), /(?:variables\.|\{ |, |')(DATASET_(?!ID\b)\w+)(?=['\s:),|]|$)/gm),
    );
  });

  it('list the exit codes', () => {
    const { terminated, ...listed } = exitCode;
    const codes = [...commandLine.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    assert.deepEqual(codes, Object.values(listed));
    assert.match(commandLine, new RegExp(`\\b${terminated}\\b`));
  });

  it('name every setting, and only settings and commands that exist', () => {
    const settings = Object.keys(contributes.configuration.properties);
    const ids = contributes.commands.map(({ command }: { command: string }) => command);
    const named = namesIn(text, /`"?(dataset\.\w+(?:\.\w+)?)"?`/g);
    const index = pages.find(({ path }) => path === 'docs/README.md');
    const listed = namesIn(index?.text ?? text, /`"?(dataset\.\w+(?:\.\w+)?)"?`/g);
    assert.deepEqual(
      settings.filter((setting) => !listed.includes(setting)),
      [],
      `Describe these settings in ${index?.path ?? 'a page of docs/'}.`,
    );
    assert.deepEqual(
      named.filter((name) => ![...settings, ...ids, 'dataset.designer'].includes(name)),
      [],
    );
  });

  it('call commands of VS Code as the Command Palette does', () => {
    const titles = Object.entries(strings).flatMap(([key, title]) =>
      key.startsWith('command.') ? [`Dataset: ${title}`] : [],
    );
    const named = namesIn(text, /\*\*(Dataset: [^*]+)\*\*/g);
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((name) => !titles.some((title) => title.replace(/…$/, '') === name.replace(/…$/, ''))),
      [],
    );
  });
});
