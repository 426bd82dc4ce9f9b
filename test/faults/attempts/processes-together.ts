import type { Scene } from '../scene.ts';

/** Two processes at the same time, with the same document, and with different ones in the same journal. */
export async function tryTwoProcesses(scene: Scene, full: boolean): Promise<void> {
  for (let count = 0; count < (full ? 25 : 3); count++)
    await scene.point(async (name, folder) => {
      scene.proxy.fault = { how: 'end', delay: scene.random.whole(20) };
      const children = [await scene.children.take(), await scene.children.take()];
      const reports = await Promise.all(children.map((child) => child.run(scene.job([name], folder))));
      const reported = reports.flatMap((report) => report?.reported ?? []);
      await scene.check('two processes, one document', `try ${count + 1}`, name, folder, reported);
      if (reported.filter(({ kind }) => kind === 'created').length !== 1)
        throw new Error(`Of two at once, one goes through: ${JSON.stringify(reported)}`);
    });
  for (let count = 0; count < (full ? 10 : 1); count++)
    await scene.point(async (name, folder) => {
      const names = [`${name}-a`, `${name}-b`];
      const children = [await scene.children.take(), await scene.children.take()];
      const [victim, other] = await Promise.all([
        children[0]?.run(scene.job([names[0] ?? ''], folder, { killAt: 1 + scene.random.whole(20) })),
        children[1]?.run(scene.job([names[1] ?? ''], folder)),
      ]);
      await scene.check(
        'two processes, two documents',
        'the one that is killed',
        names[0] ?? '',
        folder,
        victim?.reported,
      );
      await scene.check('two processes, two documents', 'the other', names[1] ?? '', folder, other?.reported);
    });
}
