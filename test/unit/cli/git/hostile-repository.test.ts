import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { waitFor } from '../../../workbench/wait-for.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio, type RunningProcess } from '../process.ts';

const sales = '{ "name": "Sales", "tables": [] }\n';
const onWindows = process.platform === 'win32';

/** The commands that compare with a revision. */
const commands = {
  diff: (...args: string[]) => ['diff', '--against', ...args, '--format', 'json'],
  validate: (...args: string[]) => ['validate', '--against', ...args, '--format', 'json'],
} as const;

for (const [name, args] of Object.entries(commands))
  describe(`${name} --against in a repository that nobody trusts`, function () {
    this.timeout(120_000);
    let repository: GitRepository;
    let trace: string;

    beforeEach(async () => {
      repository = GitRepository.make();
      await repository.commit({ 'sales.dataset.json': sales });
      trace = join(repository.folder, '..', 'trace');
      await mkdir(trace);
    });

    afterEach(() => repository.remove());

    /** How Git is started, and what its failures mean, is one place for both commands: `src/git/git.ts`. */
    const isGitTested = name === 'diff';

    const run = (revision: string, env: Readonly<Record<string, string>> = {}, cwd = repository.folder) =>
      datasetStudio(args(revision), { cwd, env });

    /** A program that leaves a file if it runs. */
    const canary = async (program: string) => {
      const path = join(repository.folder, '..', program);
      await writeFile(path, `#!/bin/sh\ntouch "${trace}/${program}"\ncat\n`);
      await chmod(path, 0o755);
      return path;
    };

    it('runs no program that its configuration, attributes, or hooks name', async function () {
      // The canary is a shell script.
      if (onWindows) this.skip();
      const program = await canary('canary');
      await repository.commit({
        '.gitattributes': '*.json filter=bad diff=bad merge=bad text\n',
        'link.dataset.json': sales,
      });
      for (const [key, value] of [
        ['core.fsmonitor', program],
        ['core.pager', program],
        ['pager.ls-files', program],
        ['pager.rev-parse', program],
        ['core.sshCommand', program],
        ['core.editor', program],
        ['core.askPass', program],
        ['core.gitProxy', program],
        ['core.alternateRefsCommand', program],
        ['credential.helper', program],
        ['filter.bad.clean', program],
        ['filter.bad.smudge', program],
        ['filter.bad.process', program],
        ['filter.bad.required', 'true'],
        ['diff.external', program],
        ['diff.bad.textconv', program],
        ['diff.bad.command', program],
        ['gpg.program', program],
        ['alias.ls-files', `!${program}`],
        ['alias.cat-file', `!${program}`],
        ['uploadpack.packObjectsHook', program],
        ['core.hooksPath', join(repository.folder, '..', 'hooks')],
        ['remote.origin.url', `ext::${program}`],
        ['protocol.ext.allow', 'always'],
        ['includeIf.gitdir:/**.path', join(repository.folder, '..', 'more')],
      ] as const)
        repository.git('config', key, value);
      await writeFile(join(repository.folder, '..', 'more'), `[core]\n\tfsmonitor = ${program}\n`);
      await mkdir(join(repository.folder, '..', 'hooks'));
      for (const hook of [
        'post-index-change',
        'reference-transaction',
        'post-checkout',
        'fsmonitor-watchman',
      ])
        await writeFile(join(repository.folder, '..', 'hooks', hook), await readFile(program), {
          mode: 0o755,
        });
      // Files whose state in the index is unknown are those that Git would filter.
      await repository.write({ 'sales.dataset.json': sales.replace('Sales', 'Salts') });
      const { code, error } = await run('HEAD~1');
      assert.deepEqual([code, error], [0, '']);
      assert.deepEqual(await readdir(trace), []);
      // The canary does run where Git looks for changes by itself.
      assert.throws(() => repository.git('diff', '--stat'));
      assert.notDeepEqual(await readdir(trace), []);
    });

    if (isGitTested)
      it('starts no transport for what a partial clone lacks, and says how to fetch it', async function () {
        if (onWindows) this.skip();
        const program = await canary('transport');
        await repository.commit({ 'sales.dataset.json': sales.replace('Sales', 'New') });
        repository.git('config', 'uploadpack.allowFilter', 'true');
        repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
        const partial = repository.clone('partial', '--filter=blob:none');
        const url = partial.git('config', 'remote.origin.url');
        for (const transport of [`ext::${program} %S`, `file://${repository.folder}`]) {
          partial.git('config', 'remote.origin.url', transport);
          partial.git('config', 'protocol.ext.allow', 'always');
          partial.git('config', 'protocol.file.allow', 'always');
          partial.git('config', 'remote.origin.uploadpack', program);
          const { code, out, error } = await run('HEAD~1', {}, partial.folder);
          assert.equal(code, 2);
          assert.match(out + error, /git fetch --refetch --no-filter origin/);
          assert.deepEqual(await readdir(trace), []);
        }
        partial.git('config', 'remote.origin.url', url);
        partial.git('config', '--unset', 'remote.origin.uploadpack');
        partial.git('fetch', '--quiet', '--refetch', '--no-filter', 'origin');
        assert.equal((await run('HEAD~1', {}, partial.folder)).code, 0);
      });

    it('reads what a partial clone has, although it lacks other contents', async () => {
      const [a, b] = ['a.dataset.json', 'b.dataset.json'];
      await repository.commit({ [a]: sales.replace('Sales', 'A'), [b]: sales.replace('Sales', 'B') });
      await repository.commit({ [a]: sales.replace('Sales', 'C') });
      repository.git('config', 'uploadpack.allowFilter', 'true');
      const partial = repository.clone('partial', '--filter=blob:none');
      await partial.write({ [b]: '{ "name": "D", "tables": [{ "name": "x" }] }' });
      const { code, out } = await run('HEAD~1', {}, partial.folder);
      assert.equal(code, 2);
      assert.equal(out.match(/git fetch --refetch/g)?.length, 1);
      assert.match(out, name === 'diff' ? /"to": "D"/ : /This table has no \\"columns\\"/);
    });

    it('changes nothing in it, not even the index', async () => {
      await repository.write({
        'new.dataset.json': sales,
        'sales.dataset.json': sales.replace('Sales', 'New'),
      });
      const contents = async () => {
        const folder = join(repository.folder, '.git');
        const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
          file.isFile(),
        );
        return Promise.all(
          files.map(async ({ parentPath, name: file }) => {
            const path = join(parentPath, file);
            return [path, (await stat(path)).mtimeMs, (await readFile(path)).toString('base64')];
          }),
        );
      };
      const before = await contents();
      assert.equal((await run('HEAD')).code, 0);
      assert.deepEqual(await contents(), before);
    });

    it('never takes the revision for an option', async () => {
      for (const revision of ['--output=x', '-x', '--all', '--help', '--git-dir', '--', '-'])
        for (const argument of [['--against', revision], [`--against=${revision}`]]) {
          const { code, error } = await datasetStudio([name, ...argument], { cwd: repository.folder });
          assert.equal(code, 2, revision);
          assert.match(error, /no revision|Write its value|argument missing/);
        }
      assert.deepEqual((await readdir(repository.folder)).sort(), ['.git', 'sales.dataset.json']);
    });

    it('waits for no pipe, and follows no link', async function () {
      // Windows has no pipes among files, and links for administrators only.
      if (onWindows) this.skip();
      const outside = join(repository.folder, '..', 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'a.dataset.json'), sales.replace('Sales', 'Secret'));
      const names = ['folder/a.dataset.json', 'link.dataset.json', 'pipe.dataset.json'];
      await repository.commit(Object.fromEntries(names.map((file) => [file, sales])));
      for (const file of ['folder', 'link.dataset.json', 'pipe.dataset.json'])
        await rm(join(repository.folder, file), { recursive: true });
      await symlink(outside, join(repository.folder, 'folder'));
      await symlink(join(outside, 'a.dataset.json'), join(repository.folder, 'link.dataset.json'));
      await symlink(join(outside, 'a.dataset.json'), join(repository.folder, 'new.dataset.json'));
      execFileSync('mkfifo', [join(repository.folder, 'pipe.dataset.json')]);
      const { code, out, error } = await run('HEAD');
      assert.equal(code, 2);
      assert.doesNotMatch(out + error, /Secret/);
      for (const file of [...names, 'new.dataset.json']) assert.ok(out.includes(`"${file}"`), file);
      assert.match(out, /It is a link, or in a folder that is a link\./);
      assert.match(out, /It is a pipe, a socket, or a device\./);
    });

    if (isGitTested)
      it('reads no file outside that its index names', async () => {
        await repository.commit({ 'aa/a.dataset.json': sales });
        await writeFile(join(repository.folder, '..', 'a.dataset.json'), '{ "name": "Secret" }');
        const index = join(repository.folder, '.git', 'index');
        // The last 20 bytes are the hash of all others.
        const text = (await readFile(index)).subarray(0, -20).toString('latin1');
        const changed = Buffer.from(text.replace('aa/a.dataset.json', '../a.dataset.json'), 'latin1');
        await writeFile(index, Buffer.concat([changed, createHash('sha1').update(changed).digest()]));
        assert.match(repository.git('ls-files'), /\.\.\/a\.dataset\.json/);
        assert.doesNotMatch((await run('HEAD')).out, /\.\.\/a|Secret/);
      });

    if (isGitTested)
      it('ends Git with itself, also by a signal', async function () {
        // Elsewhere, nothing says which folder a process is in.
        if (process.platform !== 'linux') this.skip();
        execFileSync('mkfifo', [join(repository.folder, '.gitignore')]);
        const programsHere = async () => {
          const numbers = (await readdir('/proc')).filter((each) => /^\d+$/.test(each));
          const folders = numbers.map((each) => readlink(`/proc/${each}/cwd`).catch(() => ''));
          const commands = numbers.map((each) => readFile(`/proc/${each}/comm`, 'utf8').catch(() => ''));
          const [cwds, names] = [await Promise.all(folders), await Promise.all(commands)];
          return numbers.filter((_, index) => cwds[index] === here && names[index]?.trim() === 'git');
        };
        const here = await realpath(repository.folder);
        const until = (isRight: (count: number) => boolean) =>
          waitFor(async () => assert.ok(isRight((await programsHere()).length)));
        for (const [signal, code] of [
          ['SIGTERM', 143],
          ['SIGINT', 130],
          ['SIGHUP', 129],
        ] as const) {
          let running: RunningProcess | undefined;
          const started = (process: RunningProcess) => {
            running = process;
          };
          const finished = datasetStudio(args('HEAD'), { cwd: repository.folder, started });
          await until((count) => count > 0);
          running?.signal(signal);
          assert.equal((await finished).code, code);
          await until((count) => count === 0);
        }
      });

    it('sees the content of a commit, not what replaces an object in this clone', async () => {
      const first = repository.git('rev-parse', 'HEAD');
      const [old] = repository.git('rev-parse', 'HEAD:sales.dataset.json').split('\n');
      const broken = sales.replace('"Sales"', '5');
      await repository.commit({ 'sales.dataset.json': broken });
      repository.git('replace', old ?? '', repository.git('rev-parse', 'HEAD:sales.dataset.json'));
      const { out } = await run(first);
      assert.match(out, name === 'diff' ? /"from": "Sales"/ : /"wrong-type"/);
      repository.git('replace', first, 'HEAD');
      assert.match((await run(first)).out, name === 'diff' ? /"from": "Sales"/ : /"wrong-type"/);
      repository.git('replace', '--delete', first, old ?? '');
      await mkdir(join(repository.folder, '.git', 'info'), { recursive: true });
      // A graft without parents: there would be no merge base.
      await writeFile(
        join(repository.folder, '.git', 'info', 'grafts'),
        `${repository.git('rev-parse', 'HEAD')}\n`,
      );
      repository.git('branch', 'other', first);
      assert.match((await run('other')).out, name === 'diff' ? /"from": "Sales"/ : /"wrong-type"/);
    });

    if (isGitTested)
      it('leaves out a link that is as it was', async function () {
        if (onWindows) this.skip();
        await symlink('sales.dataset.json', join(repository.folder, 'link.dataset.json'));
        await repository.commit();
        const { code, out, error } = await run('HEAD');
        assert.deepEqual([code, out, error], [0, '[]\n', '']);
      });

    if (isGitTested)
      it('says what to do without Git, which it looks for in the absolute folders of PATH', async function () {
        if (onWindows) this.skip();
        const program = await canary('git');
        await writeFile(join(repository.folder, 'git'), await readFile(program), { mode: 0o755 });
        for (const PATH of ['', '.', `.${delimiter}..${delimiter}`, '/nonexistent']) {
          const { code, error } = await run('HEAD', { PATH });
          assert.equal(code, 2);
          assert.match(error, /^Git was not found in the absolute folders of PATH\. Install it: /);
        }
        assert.deepEqual(await readdir(trace), []);
      });

    if (isGitTested)
      it('says what to do outside of a repository, in a bare one, and with a working tree elsewhere', async () => {
        for (const [prepare, message] of [
          [() => join(repository.folder, '..'), /^The current folder is not in a Git repository\./],
          [() => join(repository.folder, '.git'), /^The repository has no working tree here\./],
          [
            () => {
              repository.git('config', 'core.worktree', trace);
              return repository.folder;
            },
            /^The (?:repository has no working tree here|current folder is not in the working tree)/,
          ],
        ] as const) {
          const { code, error } = await run('HEAD', {}, prepare());
          assert.equal(code, 2);
          assert.match(error, message);
        }
      });

    if (isGitTested)
      it('says what to do in a folder that Git does not trust', async function () {
        if (onWindows) this.skip();
        // Git itself has this variable for its tests; a repository of another user needs two users.
        const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
        const program = join(trace, 'git');
        await writeFile(program, `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${real} "$@"\n`, {
          mode: 0o755,
        });
        const env = { PATH: `${trace}${delimiter}${process.env.PATH ?? ''}` };
        const { code, error } = await run('HEAD', env);
        assert.equal(code, 2);
        assert.match(error, /^Git does not trust the repository.*git config --global --add safe\.directory/);
        const trust = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
        assert.equal((await run('HEAD', { ...env, ...trust })).code, 0);
      });

    if (isGitTested)
      it('says what to do for an unknown revision, and for a shallow clone without the merge base', async () => {
        const { code, error } = await run('origin/release');
        assert.equal(code, 2);
        assert.match(
          error,
          /^The repository has no revision origin\/release\. Fetch it first: "git fetch origin release"\./,
        );
        for (const revision of ['main..main', 'HEAD:sales.dataset.json', '^main', 'nothing'])
          assert.match((await run(revision)).error, /has no revision .*"git branch --all"/);
        const empty = repository.beside('empty');
        repository.git('init', '--quiet', empty.folder);
        assert.match((await run('main', {}, empty.folder)).error, /has no commit yet, .*the first commit/);

        repository.git('checkout', '--quiet', '-b', 'topic');
        await repository.commit({ 'a.dataset.json': sales });
        await repository.commit({ 'b.dataset.json': sales });
        repository.git('checkout', '--quiet', 'main');
        await repository.commit({ 'c.dataset.json': sales });
        await repository.commit({ 'd.dataset.json': sales });
        const shallow = repository.clone('shallow', '--depth=1', '--no-single-branch', '--branch=topic');
        const found = await run('origin/main', {}, shallow.folder);
        assert.equal(found.code, 2);
        assert.match(
          found.error,
          /^This shallow clone does not have the merge base of origin\/main and HEAD\..*fetch-depth: 0/,
        );
        assert.equal(
          (await datasetStudio([...args('origin/main'), '--exact'], { cwd: shallow.folder })).code,
          0,
        );
        shallow.git('fetch', '--quiet', '--unshallow');
        assert.equal((await run('origin/main', {}, shallow.folder)).code, 0);
      });
  });
