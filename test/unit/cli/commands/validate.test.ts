import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { problemFormatNames } from '../../../../src/cli/output/problem-formats.ts';
import { datasetStudio } from '../process.ts';
import { reportFaults } from '../report-faults.ts';

const onWindows = process.platform === 'win32';
const good =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';

interface SarifResult {
  readonly locations: readonly [
    { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } },
  ];
}

describe('dataset-studio validate', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await mkdir(join(folder, 'deep', 'er'), { recursive: true });
    await writeFile(join(folder, 'good.dataset.json'), good);
    await writeFile(join(folder, 'deep', 'er', 'warned.dataset.json'), good.replace('Int64', 'int64'));
    await writeFile(join(folder, 'deep', 'broken.dataset.yaml'), 'name: Sales\n');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('names files from the root of the repository in reports, and as they were named elsewhere, both without "."', async () => {
    await mkdir(join(folder, '.git'));
    const cwd = join(folder, 'deep');
    const file = './er/../er/warned.dataset.json';
    const print = async (format: string, named = file) =>
      (await datasetStudio(['validate', named, '--format', format], { cwd })).out;
    for (const named of [file, '../deep/er/warned.dataset.json', join(cwd, 'er', 'warned.dataset.json')]) {
      assert.match(await print('github', named), /^::warning file=deep\/er\/warned\.dataset\.json,/);
      assert.equal(JSON.parse(await print('gitlab', named))[0].location.path, 'deep/er/warned.dataset.json');
      assert.match(await print('junit', named), /<testsuite name="deep\/er\/warned\.dataset\.json"/);
      assert.match(await print('azure', named), /sourcepath=deep\/er\/warned\.dataset\.json;/);
      assert.match(await print('sarif', named), /"uri": "deep\/er\/warned\.dataset\.json"/);
    }
    assert.equal(JSON.parse(await print('json'))[0].file, 'er/warned.dataset.json');
    assert.match(await print('stylish'), /^er\/warned\.dataset\.json\n/);
    assert.match(await print('stylish', '../deep/er/warned.dataset.json'), /^\.\.\/deep\/er\/warned/);
  });

  it('has the tool, its version and address, and a title, help and a link of each rule in SARIF', async () => {
    const { out } = await validate('deep', '--format', 'sarif');
    const { driver } = JSON.parse(out).runs[0].tool;
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    assert.deepEqual([driver.name, driver.version], ['dataset-studio', version]);
    assert.match(driver.informationUri, /^https:\/\//);
    const page = await readFile('docs/rules.md', 'utf8');
    for (const { id, shortDescription, help, helpUri } of driver.rules) {
      assert.match(shortDescription.text, /^[A-Z].*\.$/);
      assert.ok(help.text.startsWith(shortDescription.text));
      assert.ok(helpUri.endsWith(`/docs/rules.md#${id}`));
      assert.ok(page.includes(`\n## ${id}\n`), id);
    }
  });

  it('writes the report to a file, but to none that it reads', async () => {
    const args = ['validate', '.', '--format', 'json', '--output'];
    const { code, out, error } = await datasetStudio([...args, 'report.json'], { cwd: folder });
    assert.deepEqual([code, out], [1, '']);
    assert.match(error, /^report\.json says what to fix\.$/m);
    assert.ok(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')).length > 0);
    const refused = await datasetStudio([...args, 'good.dataset.json'], { cwd: folder });
    assert.equal(refused.code, 2);
    assert.equal(await readFile(join(folder, 'good.dataset.json'), 'utf8'), good);
  });

  it('exits with 2 if its output is lost, also if files have errors', async function () {
    // Only Linux has a device that is always full.
    if (process.platform !== 'linux') this.skip();
    const full = await open('/dev/full', 'w');
    for (const file of ['good.dataset.json', 'deep']) {
      const { code, error } = await datasetStudio(['validate', file], { cwd: folder, output: full.fd });
      assert.equal(code, 2, file);
      assert.match(error, /Not everything could be written to standard output/);
    }
    await full.close();
  });

  it('prints errors only with --quiet', async () => {
    const quiet = (...args: string[]) => datasetStudio(['validate', ...args], { cwd: folder });
    assert.deepEqual(await quiet('good.dataset.json', 'deep/er', '-q'), { code: 0, out: '', error: '' });
    const { code, out } = await quiet('deep', '--quiet', '-f', 'json');
    assert.equal(code, 1);
    assert.deepEqual(
      [...new Set(JSON.parse(out).map(({ severity }: { severity: string }) => severity))],
      ['error'],
    );
    // A suite without a problem would say that the file has none.
    assert.doesNotMatch((await quiet('.', '-q', '-f', 'junit')).out, /warned/);
  });

  it('exits with 2 for mistakes in a project file, which are problems of that file', async () => {
    const write = (text: string) => writeFile(join(folder, 'dataset-studio.json'), text);
    await write('{ "rules": { "unknown-data-type": "errr" } }');
    const wrong = await datasetStudio(['validate', 'good.dataset.json', '--format', 'json'], { cwd: folder });
    assert.equal(wrong.code, 2);
    assert.match(wrong.error, /^A project file has errors/);
    const [{ file, severity, code }, ...others] = JSON.parse(wrong.out);
    assert.deepEqual([file, severity, code, others], ['dataset-studio.json', 'error', 'project-file', []]);
    await write('{ "rules": { "unknown-data-typ": "error" } }');
    const warned = await datasetStudio(['validate', 'good.dataset.json'], { cwd: folder });
    assert.equal(warned.code, 0);
    assert.match(
      warned.out,
      /dataset-studio\.json\n.*Unknown property "unknown-data-typ"\. Did you mean "unknown-data-type"\?/,
    );
    const none = await datasetStudio(['validate', 'good.dataset.json', '--max-warnings', '0'], {
      cwd: folder,
    });
    assert.equal(none.code, 1);
    assert.match(none.error, /There is 1 warning, but --max-warnings allows 0\./);
  });

  const validate = (...args: string[]) => datasetStudio(['validate', ...args], { cwd: folder });

  it('exits with 0 without problems', async () => {
    const { code, out } = await validate('good.dataset.json');
    assert.equal(code, 0);
    assert.equal(out, '1 file: 0 errors, 0 warnings\n');
  });

  it('takes globs and folders, and exits with 1 on errors', async () => {
    for (const argument of ['**/*.dataset.*', '.']) {
      const { code, out } = await validate(argument);
      assert.equal(code, 1);
      assert.match(out, /missing-property/);
      assert.match(out, /unknown-data-type/);
      assert.match(out, /3 files: 1 error, 1 warning\n$/);
    }
  });

  it('exits with 1 on more warnings than allowed', async () => {
    const file = 'deep/er/warned.dataset.json';
    assert.equal((await validate(file)).code, 0);
    assert.equal((await validate(file, '--max-warnings', '1')).code, 0);
    assert.equal((await validate(file, '--max-warnings', '0')).code, 1);
  });

  it('prints flat records as JSON, counted from 1', async () => {
    const { out } = await validate('deep/er/warned.dataset.json', '--format', 'json');
    const column = good.indexOf('"Int64"') + 1;
    const [{ message, ...record }] = JSON.parse(out);
    assert.deepEqual(record, {
      file: 'deep/er/warned.dataset.json',
      line: 1,
      column,
      endLine: 1,
      endColumn: column + '"int64"'.length,
      severity: 'warning',
      code: 'unknown-data-type',
    });
    assert.match(message, /Int64/);
  });

  it('prints workflow commands for GitHub', async () => {
    const { out } = await validate('deep/er/warned.dataset.json', '--format', 'github');
    assert.match(out, /^::warning file=deep\/er\/warned\.dataset\.json,line=1,.*title=unknown-data-type::/);
  });

  it('prints SARIF', async () => {
    const { out } = await validate('**/*.dataset.*', '--format', 'sarif');
    const { version, runs } = JSON.parse(out);
    assert.equal(version, '2.1.0');
    assert.deepEqual(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId).sort(), [
      'missing-property',
      'unknown-data-type',
    ]);
  });

  it('prints reports that their schemas accept, whatever the problem and the file name', async () => {
    await writeFile(
      join(folder, 'deep', 'é [1] %.dataset.json'),
      '{"name": "", "name": 7, "tables": [{}], }',
    );
    for (const [format, faultsIn] of Object.entries(reportFaults)) {
      const { out } = await validate('.', '--format', format);
      assert.deepEqual(await faultsIn(out), [], format);
      assert.notDeepEqual(
        await faultsIn(out.replace(/(?<="|<)(?=message"|severity"|failure)/, 'x')),
        [],
        format,
      );
    }
  });

  it('names files in SARIF by URIs that resolve to them', async () => {
    // Windows takes neither a question mark nor a colon.
    const [marked, markedUri] = onWindows ? ['', ''] : ['?', '%3F'];
    const [named, namedUri] = onWindows ? ['c;d', 'c%3Bd'] : ['c:d', 'c%3Ad'];
    const odd = [`b#${marked}%20 é.dataset.json`, `${named}.dataset.json`, './deep/er/warned.dataset.json'];
    for (const file of odd.slice(0, 2)) await writeFile(join(folder, file), '{}');
    const { out } = await validate(...odd, '--format', 'sarif');
    const uris = JSON.parse(out).runs[0].results.map(
      (result: SarifResult) => result.locations[0].physicalLocation.artifactLocation.uri,
    );
    assert.deepEqual(
      [...new Set(uris)],
      [
        `b%23${markedUri}%2520%20%C3%A9.dataset.json`,
        `${namedUri}.dataset.json`,
        'deep/er/warned.dataset.json',
      ],
    );
  });

  it("escapes special characters of GitHub's commands", async () => {
    const [named, escaped] = onWindows ? ['50%, ab', '50%25%2C ab'] : ['50%, a:b', '50%25%2C a%3Ab'];
    await writeFile(join(folder, `${named}.dataset.json`), good.replace('Int64', '100%\\n::x'));
    const { out } = await validate(`${named}.dataset.json`, '--format', 'github');
    assert.ok(out.startsWith(`::warning file=${escaped}.dataset.json,line=1,`), out);
    assert.match(out, /::Unknown data type "100%25/);
    assert.equal(out.trimEnd().split('\n').length, 1);
  });

  it('prints no control and no bidirectional character, whatever a file is called', async () => {
    const text = '{"na\u202eme": 1}';
    let name = 'a\u001b[2J\u009b\u202eb\r\u2066c\u200b\u2028.dataset.json';
    await writeFile(join(folder, name), text).catch(() => {
      // Not every file system allows control characters.
      name = 'a\u202eb\u2066c\u200b\u2028.dataset.json';
      return writeFile(join(folder, name), text);
    });
    for (const format of ['stylish', 'json', 'github', 'sarif']) {
      const { code, out } = await validate(name, '--format', format);
      assert.equal(code, 1);
      assert.doesNotMatch(out, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, format);
      if (format === 'json') assert.equal(JSON.parse(out)[0].file, name);
    }
  });

  it("doesn't wait for a pipe instead of a project file or a file", async function () {
    // Windows has no named pipes in folders.
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [join(folder, 'deep', 'dataset-studio.json'), join(folder, 'pipe.dataset.json')]);
    const { code, out } = await validate('good.dataset.json', 'pipe.dataset.json');
    assert.equal(code, 2);
    assert.match(out, /It is a pipe, a socket, or a device/);
    const project = await validate('deep');
    assert.equal(project.code, 2);
    assert.match(project.out, /dataset-studio\.json\n.*It is a pipe/);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`ends with ${signal} at any time`, async function () {
      // Windows ends a process without a signal.
      if (process.platform === 'win32') this.skip();
      const name = join(folder, 'large.dataset.json');
      await writeFile(name, `{"name":"x","tables":[${'{},'.repeat(1_000_000)}{}]}`);
      const cli = join(import.meta.dirname, '../../../../dist/cli.js');
      const preload = 'data:text/javascript,console.error("started")';
      const running = spawn(process.execPath, ['--import', preload, cli, 'validate', name]);
      try {
        await once(running.stderr, 'data');
        await new Promise((resolve) => setTimeout(resolve, 300));
        running.kill(signal);
        assert.deepEqual(await once(running, 'exit'), [null, signal]);
      } finally {
        running.kill('SIGKILL');
      }
    });

  for (const format of ['constructor', '__proto__', 'toString', 'xml'])
    it(`refuses --format ${format} as wrong usage`, async () => {
      const { code, error } = await validate('good.dataset.json', '--format', format);
      assert.equal(code, 2);
      assert.ok(error.includes(`is invalid. Allowed choices are ${problemFormatNames.join(', ')}.`), error);
    });

  it("reports each file that can't be read with the problems of the others, and exits with 2", async () => {
    await writeFile(join(folder, 'empty.dataset.json'), '{}');
    await symlink('nowhere', join(folder, 'dangling.dataset.json'));
    await symlink('circle.dataset.json', join(folder, 'circle.dataset.json'));
    await symlink('nowhere', join(folder, '.#lock-of-emacs.dataset.json'));
    const unreadable = ['circle.dataset.json', 'dangling.dataset.json'];
    for (const named of [['.'], ['**/*.dataset.*'], ['empty.dataset.json', ...unreadable]]) {
      const { code, out, error } = await validate(...named, '--format', 'json');
      const problems: { file: string; code: string; message: string }[] = JSON.parse(out);
      assert.equal(code, 2, named.join(' '));
      assert.deepEqual(
        problems.filter(({ message }) => /can't be read/.test(message)).map(({ file }) => file),
        unreadable,
      );
      assert.match(
        problems.find(({ file }) => file.startsWith('circle'))?.message ?? '',
        /leads back to itself/,
      );
      assert.ok(
        problems.some(({ file, code }) => file === 'empty.dataset.json' && code === 'missing-property'),
      );
      assert.equal(error, '2 files or folders could not be checked.\n');
    }
  });

  if (process.platform !== 'win32')
    it("doesn't wait for a pipe or read a device endlessly", async () => {
      execFileSync('mkfifo', [join(folder, 'pipe.dataset.json')]);
      await symlink('/dev/zero', join(folder, 'zero.dataset.json'));
      const { code, out } = await validate('pipe.dataset.json', 'zero.dataset.json', 'good.dataset.json');
      assert.equal(code, 2);
      assert.equal(out.match(/It is a pipe, a socket, or a device/g)?.length, 2);
    });

  if (process.platform !== 'win32')
    it('reads no link that a folder or a pattern lists out of the repository', async () => {
      const repository = join(folder, 'r');
      await mkdir(join(repository, '.git'), { recursive: true });
      await mkdir(join(repository, 'sub'));
      await writeFile(join(folder, 'token'), 'hunter2');
      await writeFile(join(repository, 'b.dataset.json'), good);
      await symlink('../../token', join(repository, 'sub', 'a.dataset.json'));
      await symlink('../b.dataset.json', join(repository, 'sub', 'c.dataset.json'));
      const run = (...args: string[]) => datasetStudio(['validate', ...args], { cwd: repository });
      for (const args of [
        ['.'],
        ['sub'],
        ['sub/*.json'],
        ['**/a*'],
        [join(repository, '**/*.dataset.json')],
      ]) {
        const { code, out, error } = await run(...args);
        assert.equal(code, 2, args.join(' '));
        assert.match(out, /sub\/a\.dataset\.json\n.*leads out of the repository.*name it/);
        assert.doesNotMatch(out + error, /hunter2/);
        assert.doesNotMatch(out, /c\.dataset\.json\n/);
      }
      for (const excluded of ['sub/a.dataset.json', '**/a.*', 'sub'])
        assert.equal((await run('.', `!${excluded}`)).code, 0, excluded);
    });

  if (process.platform !== 'win32')
    it('refuses a link to a folder out of the repository once, without entering it', async () => {
      const repository = join(folder, 'r');
      await mkdir(join(repository, '.git'), { recursive: true });
      await mkdir(join(folder, 'outside'));
      await writeFile(join(repository, 'b.dataset.json'), good);
      for (const path of ['a.dataset.json', 'a.csv']) await symlink('nowhere', join(folder, 'outside', path));
      await symlink('../outside', join(repository, 'out'));
      await writeFile(
        join(repository, 'dataset-studio.json'),
        '{ "data": [{ "files": ["**"], "dataset": "b.dataset.json" }] }',
      );
      const run = async (args: string[]) => {
        const { code, out, error } = await datasetStudio(args, { cwd: repository });
        assert.equal(code, 2, args.join(' '));
        assert.doesNotMatch(out + error, /out\/a/, args.join(' '));
        assert.equal((out + error).match(/leads out of the repository/g)?.length, 1, args.join(' '));
      };
      for (const args of [
        ['validate', '.'],
        ['validate', '**/*.dataset.json'],
        ['validate', 'out/**/*.json'],
        ['format', '.'],
        ['infer', '.'],
        ['infer', '**/*.csv'],
        ['check'],
        ['check', '.', '--dataset', 'b.dataset.json'],
      ])
        await run(args);
    });

  if (process.platform !== 'win32')
    it('shows no text of a file that a link leads to and that is no dataset', async () => {
      await writeFile(join(folder, 'token'), 'hunter2');
      await writeFile(join(folder, 'stored'), '{"name":"S","tables":[],"shown":1}');
      await writeFile(join(folder, 'x.dataset.json'), 'shown');
      for (const target of ['token', 'stored', 'x.dataset.json'])
        await symlink(target, join(folder, `to-${target.slice(0, 1)}.dataset.json`));
      await symlink('.', join(folder, 'l'));
      await symlink('token', join(folder, 'dataset.json'));
      const hostile = ['to-t.dataset.json', 'l/to-t.dataset.json', join(folder, 'l', 'dataset.json')];
      for (const named of ['.', ...hostile])
        for (const command of ['validate', 'format', 'diagram'] as const) {
          const { out, error } = await datasetStudio([command, named], { cwd: folder });
          if (named !== '.') assert.match(out + error, /1:1 .*is not a dataset, so its text is not shown/);
          assert.doesNotMatch(out + error, /hunter2/, `${command} ${named}`);
        }
      await writeFile(join(folder, 'keys'), '{\n "name": " hunter2",\n "Tables": []\n}');
      await symlink('keys', join(folder, 'to-k.dataset.json'));
      const { out, error } = await validate('--fix', '--dry-run', 'to-k.dataset.json');
      assert.doesNotMatch(out + error, /hunter2/);
      for (const named of ['to-s.dataset.json', 'to-x.dataset.json'])
        assert.match((await validate(named)).out, /shown/, named);
    });

  it('excludes what is named with !', async () => {
    const { out } = await validate('**/*.dataset.*', '!deep/**');
    assert.equal(out, '1 file: 0 errors, 0 warnings\n');
  });

  it('treats ! as part of a name if such a file exists', async () => {
    await writeFile(join(folder, '!important.dataset.json'), '{}');
    const { out } = await validate('!important.dataset.json');
    assert.match(out, /^!important\.dataset\.json$/m);
  });

  it('checks a file once, however it is named', async () => {
    const { out } = await validate(
      'good.dataset.json',
      './good.dataset.json',
      'deep/../good.dataset.json',
      '*.json',
    );
    assert.equal(out, '1 file: 0 errors, 0 warnings\n');
  });

  it("searches hidden folders and links, and doesn't follow circular links", async () => {
    await mkdir(join(folder, '.github'));
    await writeFile(join(folder, '.github', 'hidden.dataset.json'), good);
    await mkdir(join(folder, 'linked'));
    await symlink('..', join(folder, 'deep', 'a-loop'));
    await symlink(join('..', 'good.dataset.json'), join(folder, 'linked', 'link.dataset.json'));
    const { out } = await validate('.');
    assert.match(out, /^deep\/broken/m, 'paths are as short as possible');
    assert.match(out, /5 files: 1 error, 1 warning\n$/);
  });

  it('checks a file whose name looks like a pattern', async () => {
    const name = onWindows ? '{b,c}.dataset.json' : '{b,c}*.dataset.json';
    await mkdir(join(folder, '[a]'));
    await writeFile(join(folder, '[a]', name), good);
    for (const argument of ['[a]', `[a]/${name}`, '[a]/*.json'])
      assert.equal((await validate(argument)).out, '1 file: 0 errors, 0 warnings\n', argument);
  });

  it("doesn't report a closed pipe", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `{"name":"c${index}","dataType":"int64"}`);
    await writeFile(
      join(folder, 'many.dataset.json'),
      `{"name":"d","tables":[{"name":"T","columns":[${many}]}]}`,
    );
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'validate', 'many.dataset.json'], {
      cwd: folder,
    });
    let error = '';
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    assert.deepEqual([code, error], [0, '']);
  });

  it('exits with 2 on wrong usage', async () => {
    for (const args of [
      [],
      ['nothing/*.dataset.json'],
      ['gone.dataset.json'],
      ['!deep/**', '.'],
      ['deep', '!**'],
      ['.', '--format', 'xml'],
      ['.', '--max-warnings', 'x'],
    ]) {
      const { code, error } = await validate(...args);
      assert.equal(code, 2, args.join(' '));
      assert.notEqual(error, '');
    }
  });
});
