import type { FaultSetup } from '../fault-setup.ts';

/** Two processes at the same time, with the same document, and with different ones in the same journal. */
export async function tryTwoProcesses(setup: FaultSetup, full: boolean): Promise<void> {
  for (let count = 0; count < (full ? 25 : 3); count++)
    await setup.point(async (name, folder) => {
      setup.proxy.fault = { how: 'end', delay: setup.random.whole(20) };
      const children = [await setup.children.take(), await setup.children.take()];
      const reports = await Promise.all(children.map((child) => child.run(setup.job([name], folder))));
      const reported = reports.flatMap((report) => report?.reported ?? []);
      await setup.check('two processes, one document', `try ${count + 1}`, name, folder, reported);
      if (reported.filter(({ kind }) => kind === 'created').length !== 1)
        throw new Error(`Of two at once, one goes through: ${JSON.stringify(reported)}`);
    });
  for (let count = 0; count < (full ? 10 : 1); count++)
    await setup.point(async (name, folder) => {
      const names = [`${name}-a`, `${name}-b`];
      const children = [await setup.children.take(), await setup.children.take()];
      const [victim, other] = await Promise.all([
        children[0]?.run(setup.job([names[0] ?? ''], folder, { killAt: 1 + setup.random.whole(20) })),
        children[1]?.run(setup.job([names[1] ?? ''], folder)),
      ]);
      await setup.check(
        'two processes, two documents',
        'the one that is killed',
        names[0] ?? '',
        folder,
        victim?.reported,
      );
      await setup.check('two processes, two documents', 'the other', names[1] ?? '', folder, other?.reported);
    });
}
