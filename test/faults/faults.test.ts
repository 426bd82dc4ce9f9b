import assert from 'node:assert/strict';
import { isFull, seed } from '../../scripts/testing/random-cases.ts';
import { tryBranch } from './attempts/branch.ts';
import { tryInterruptedBatches } from './attempts/interrupted-batches.ts';
import { tryJournalFaults } from './attempts/journal-faults.ts';
import { tryKills } from './attempts/kills.ts';
import { tryLateResponses } from './attempts/late-responses.ts';
import { tryNetworkFaults } from './attempts/network-faults.ts';
import { tryTwoProcesses } from './attempts/processes-together.ts';
import { FaultSetup } from './fault-setup.ts';

describe(`A submission under faults (${isFull ? 'full' : 'short'} form, seed ${seed})`, function () {
  this.timeout(isFull ? 900_000 : 120_000);
  let setup: FaultSetup;
  before(async () => {
    setup = await FaultSetup.open(seed);
  });
  after(async () => {
    await setup.close();
    console.log(`\n${setup.tally}\n`);
  });

  const sections = [
    ['the network breaks', tryNetworkFaults],
    ['the process is killed', tryKills],
    ["the journal can't be written", tryJournalFaults],
    ['two processes submit at once', tryTwoProcesses],
    ['a batch is killed and resumed', tryInterruptedBatches],
    ['a journal is in a branch', tryBranch],
    ['requests are answered once more, later', tryLateResponses],
  ] as const;
  for (const [name, attempt] of sections)
    it(`${name}: the journal matches the datasets of the gateway`, async () => {
      setup.proxy.requestCounts = [];
      await attempt(setup, isFull);
      assert.deepEqual(setup.tally.faults, []);
      assert.ok(setup.proxy.requestCounts.every((count) => count <= 1));
    });

  it('loses no dataset and creates none twice', () => {
    const { points, lost, doubled, wronglyCreated, wronglyNotSent } = setup.tally.total;
    assert.ok(points > (isFull ? 1000 : 100), `${points} points`);
    assert.deepEqual(
      { lost, doubled, wronglyCreated, wronglyNotSent },
      { lost: 0, doubled: 0, wronglyCreated: 0, wronglyNotSent: 0 },
    );
  });
});
