import type { FaultSetup } from '../fault-setup.ts';

/** Batches that are killed at some point and resumed by another process. */
export async function tryInterruptedBatches(setup: FaultSetup, full: boolean): Promise<void> {
  for (let count = 0; count < (full ? 15 : 2); count++)
    await setup.point(async (name, folder) => {
      const names = Array.from({ length: 12 }, (_, index) => `${name}-${index}`);
      const killAt = 20 + setup.random.whole(150);
      await setup.submitInChild(names, folder, { killAt });
      await setup.submitInChild(names, folder);
      for (const each of names)
        await setup.check('batches, killed and resumed', `${each}, killed at step ${killAt}`, each, folder);
    });
}
