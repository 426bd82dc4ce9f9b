import assert from 'node:assert/strict';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { samplesFolder } from '../../../../scripts/repository.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';
import { examples } from './examples.ts';

/** A block between fences. */
interface Block {
  readonly language: string;
  /** Of the file that it shows, such as in "```csv orders.csv". */
  readonly file: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^ *```(\w*) ?(\S*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, language = '', file = '', text = '']) => ({ language, file, text }));
}

/** A line of a shell, and what it prints. */
function callsIn({ text }: Block): { readonly call: string; readonly shown: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { call: part.slice(0, end), shown: part.slice(end + 1).trimEnd() };
    });
}

/** The arguments of a line that calls the command line. */
function argumentsOf(call: string): string[] {
  const [, rest = assert.fail(call)] = /^(?:dataset-studio|node dist\/cli\.js) (.*)$/.exec(call) ?? [];
  return [...rest.replace(/ +#.*/, '').matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const pages = ['README.md', ...globSync('docs/*.md').map((page) => page.replaceAll('\\', '/'))];

describe('The documented outputs', function () {
  this.timeout(120_000);
  let repository: GitRepository;

  beforeEach(() => {
    repository = GitRepository.make();
  });
  afterEach(() => repository.remove());

  const copySamples = () => cpSync(samplesFolder, join(repository.folder, 'samples'), { recursive: true });

  it('are in blocks whose language is console', () => {
    for (const page of pages)
      for (const { language, text } of blocksOf(page))
        assert.equal(/^\$ /m.test(text), language === 'console', `${page}: ${text}`);
  });

  for (const page of pages.filter((page) => blocksOf(page).some(({ language }) => language === 'console')))
    it(`of ${page} are printed by the documented calls`, async () => {
      const cwd = repository.folder;
      const example = examples[page];
      await (example ? example(repository) : copySamples());
      for (const block of blocksOf(page)) {
        if (block.file !== '') {
          await mkdir(dirname(join(cwd, block.file)), { recursive: true });
          await writeFile(join(cwd, block.file), block.text);
        }
        if (block.language !== 'console') continue;
        for (const { call, shown } of callsIn(block)) {
          const { out, error } = await datasetStudio(argumentsOf(call), { cwd });
          // A terminal shows both, in no fixed order.
          const printed = [out, out + error, error + out].map((text) => text.trimEnd());
          assert.ok(printed.includes(shown), `${page}: ${call}\n${out}${error}`);
        }
      }
    });

  it('come from calls in README.md that run as they are written in a clone', async () => {
    const lines = blocksOf('README.md').flatMap(({ text }) => text.split('\n'));
    const calls = lines.filter((line) => line.startsWith('node dist/cli.js '));
    assert.equal(calls.length, 6);
    copySamples();
    for (const call of calls) {
      // It runs until it is stopped, which a test of its own shows.
      if (/ gateway\b/.test(call)) continue;
      const { code, error } = await datasetStudio(argumentsOf(call), { cwd: repository.folder });
      assert.equal(code, 0, `${call}\n${error}`);
    }
  });
});

describe('The dataset files of docs/dataset-files.md', () => {
  it('are the same dataset, in 8 lines each', () => {
    const files = blocksOf('docs/dataset-files.md').filter(({ file }) => file !== '');
    assert.deepEqual(
      files.map(({ text }) => text.trimEnd().split('\n').length),
      [8, 8],
    );
    const [readme] = blocksOf('README.md').filter(({ language }) => language === 'json');
    assert.equal(readme?.text, files[0]?.text);
  });
});
