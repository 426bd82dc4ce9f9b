import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FaultSetup } from '../fault-setup.ts';

/** A bare repository for the journal. */
function makeRemote(folder: string): string {
  git(['init', '--quiet', '--bare', '--template=', folder]);
  return `git:${folder}`;
}

function git(args: readonly string[], input = ''): string {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const { status, stdout, stderr } = spawnSync('git', args, { env, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** What a remote does at a push, as shell commands of its hooks: at the first one, at the second, or at each. */
const troubles = {
  'is slow': ['pre-receive', 'sleep 1'],
  'refuses the entry': ['pre-receive', 'exit 1'],
  'refuses the outcome': ['pre-receive', '[ "$n" = 1 ] || exit 1'],
  'dies before the entry': ['pre-receive', '[ "$n" != 1 ] || kill -9 $PPID'],
  'dies after the entry': ['post-receive', '[ "$n" != 1 ] || kill -9 $PPID'],
  'dies before the outcome': ['pre-receive', '[ "$n" = 1 ] || kill -9 $PPID'],
  'dies after the outcome': ['post-receive', '[ "$n" = 1 ] || kill -9 $PPID'],
} as const;

/** A journal in a branch: its remote has trouble, submitters are killed at any step, and many submit at once. */
export async function tryBranch(setup: FaultSetup, full: boolean): Promise<void> {
  const all = process.platform === 'win32' ? [] : Object.entries(troubles);
  for (const [trouble, [hook, command]] of full ? all : setup.random.some(all, 2))
    await setup.point(async (name, folder) => {
      const place = makeRemote(folder);
      const [path, count] = [join(folder, 'hooks', hook), join(folder, 'count')];
      await writeHook(
        path,
        `n=$(( $(cat "${count}" 2>/dev/null || echo 0) + 1 )); echo $n > "${count}"; ${command}`,
      );
      const reported = await setup.submitHere(name, place);
      await rm(path);
      await setup.check('a branch: the remote', trouble, name, place, [reported]);
    });

  for (const change of ['rewritten', 'garbage'] as const)
    await setup.point(async (name, folder) => {
      const place = makeRemote(folder);
      await setup.submitHere(`${name}-before`, place);
      const names = git(['-C', folder, 'ls-tree', '--name-only', 'dataset-journal']).split('\n');
      const [entry = ''] = names.filter((each) => each.endsWith('.entry'));
      const body = change === 'garbage' ? `M 100644 inline ${entry}\ndata 3\n{{{\n` : `D ${entry}\n`;
      // While the next submission is under way: its process knows the file.
      const rewrite = () =>
        git(
          ['-C', folder, 'fast-import', '--quiet', '--force'],
          `commit refs/heads/dataset-journal\ncommitter A <a@b> 1 +0000\ndata 0\n\nfrom refs/heads/dataset-journal^0\n${body}\n`,
        );
      const reported = await setup.submitHere(name, place, { onRecovered: rewrite });
      if (reported.kind !== 'not-sent') throw new Error(`${change}: ${JSON.stringify(reported)}`);
      if (setup.datasets(name).length > 0) throw new Error(`It was sent to a journal that is ${change}.`);
    });

  const steps = await measure(setup);
  const allSteps = Array.from({ length: steps }, (_, index) => index + 1);
  for (const killAt of full ? allSteps : setup.random.some(allSteps, 1))
    await setup.point(async (name, folder) => {
      const place = makeRemote(folder);
      const report = await setup.submitInChild([name], place, { killAt });
      await setup.check(
        'a branch: kill -9 at a step',
        `before step ${killAt}`,
        name,
        place,
        report?.reported,
      );
    });

  for (let count = 0; count < (full ? 10 : 1); count++)
    await setup.point(async (name, folder) => {
      const place = makeRemote(folder);
      const children = await setup.childrenTogether(full ? 8 : 2);
      const reports = await Promise.all(children.map((child) => child.run(setup.job([name], place))));
      const reported = reports.flatMap((report) => report?.reported ?? []);
      await setup.check('a branch: all at once, one document', `try ${count + 1}`, name, place, reported);
      if (reported.filter(({ kind }) => kind === 'created').length !== 1)
        throw new Error(`Of several at once, one goes through: ${JSON.stringify(reported)}`);
    });
  for (let count = 0; count < (full ? 10 : 1); count++)
    await setup.point(async (name, folder) => {
      const place = makeRemote(folder);
      const children = await setup.childrenTogether(full ? 8 : 2);
      const names = children.map((_, index) => `${name}-${index}`);
      const victim = full ? setup.random.whole(children.length) : -1;
      const reports = await Promise.all(
        children.map((child, index) => {
          const killAt = index === victim ? 1 + setup.random.whole(steps) : 0;
          return child.run(setup.job([names[index] ?? ''], place, { killAt }));
        }),
      );
      for (const [index, each] of names.entries()) {
        const reported = reports[index]?.reported;
        await setup.check('a branch: all at once, different documents', each, each, place, reported);
        if (index !== victim && reported?.[0]?.kind !== 'created')
          throw new Error(`Nobody is in the way of another document: ${JSON.stringify(reported)}`);
      }
    });
}

async function writeHook(path: string, command: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
}

/** The number of steps of a submission. */
async function measure(setup: FaultSetup): Promise<number> {
  let steps = 0;
  await setup.point(async (name, folder) => {
    const place = makeRemote(folder);
    const report = await setup.submitInChild([name], place);
    steps = report?.steps ?? 0;
    await setup.check('a branch: kill -9 at a step', 'never', name, place, report?.reported);
  });
  return steps;
}
