import type { Scene } from '../scene.ts';

/** Batches that are killed at some point and resumed by another process. */
export async function tryInterruptedBatches(scene: Scene, full: boolean): Promise<void> {
  for (let count = 0; count < (full ? 15 : 2); count++)
    await scene.point(async (name, folder) => {
      const names = Array.from({ length: 12 }, (_, index) => `${name}-${index}`);
      const killAt = 20 + scene.random.whole(150);
      await scene.submitInChild(names, folder, { killAt });
      await scene.submitInChild(names, folder);
      for (const each of names)
        await scene.check('runs, killed and resumed', `${each}, killed at step ${killAt}`, each, folder);
    });
}
