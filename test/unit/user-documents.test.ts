import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { type CliCommand, commonOptions, exitCode } from '../../src/cli/command.ts';
import { readArguments } from '../../src/cli/program.ts';

const documents = [
  'README.md',
  ...globSync(['docs/*.md', 'skills/**/*.md', 'scripts/release/contents/npm-readme.md']),
];
const text = documents.map((path) => readFileSync(path, 'utf8')).join('\n');
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
    const options = commands.flatMap((command) => Object.keys({ ...command.options, ...commonOptions }));
    const missing = unique(options).filter((option) => !new RegExp(`--${option}\\b(?!-)`).test(text));
    assert.deepEqual(missing, []);
    for (const { name } of commands) assert.match(commandLine, new RegExp(`\\b${name}\\b`), name);
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
    assert.deepEqual(
      settings.filter((setting) => !named.includes(setting)),
      [],
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
