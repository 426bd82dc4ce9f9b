import { FaultyFiles, type Operation } from '../../unit/storage/faulty-files.ts';
import type { FaultSetup } from '../fault-setup.ts';

/** A full disk, or a folder that can't be written: at each operation on the journal, once or permanently. */
export async function tryJournalFaults(setup: FaultSetup, full: boolean): Promise<void> {
  const operations: Operation[] = [];
  await setup.point(async (name, folder) => {
    const files = new FaultyFiles();
    files.plan = (operation) => {
      operations.push(operation);
      return 'well';
    };
    const reported = await setup.submitHere(name, folder, { files });
    await setup.check('journal faults', 'none', name, folder, [reported]);
  });
  const codes = full ? ['ENOSPC', 'EACCES', 'EROFS', 'EIO'] : ['ENOSPC', 'EACCES'];
  for (const code of codes)
    for (const lasting of [false, true])
      for (let failing = 1; failing <= operations.length; failing++)
        await setup.point(async (name, folder) => {
          const files = new FaultyFiles();
          files.plan = (_operation, _path, step) =>
            step === failing || (lasting && step > failing) ? { code } : 'well';
          const reported = await setup.submitHere(name, folder, { files });
          const point = `${code} ${lasting ? 'from' : 'at'} operation ${failing} (${operations[failing - 1]})`;
          await setup.check('journal faults', point, name, folder, [reported]);
        });
}
