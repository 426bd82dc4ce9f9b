import type { FaultSetup } from '../fault-setup.ts';

/** `kill -9` of the submitting process: before each of its steps, in the middle of writing, at places of the exchange, at any time. */
export async function tryKills(setup: FaultSetup, full: boolean): Promise<void> {
  const { steps, milliseconds } = await measure(setup);
  const allSteps = Array.from({ length: steps }, (_, index) => index + 1);

  for (const killAt of full ? allSteps : setup.random.some(allSteps, 8))
    await setup.point(async (name, folder) => {
      const report = await setup.submitInChild([name], folder, { killAt });
      await setup.check('kill -9 at a step', `before step ${killAt}`, name, folder, report?.reported);
    });
  for (const killAt of full ? allSteps : [])
    await setup.point(async (name, folder) => {
      const report = await setup.submitInChild([name], folder, { killAt, torn: true });
      await setup.check('kill -9 in a write', `in step ${killAt}`, name, folder, report?.reported);
    });

  const { request, response } = { ...setup.proxy.passed };
  for (let count = 0; count < (full ? 80 : 5); count++)
    await setup.point(async (name, folder) => {
      const child = await setup.children.take();
      const inRequest = setup.random.whole(2) === 0;
      const place = setup.random.whole(inRequest ? request : response);
      const how = () => child.kill();
      setup.proxy.fault = inRequest ? { request: place, how } : { response: place, how };
      const report = await child.run(setup.job([name], folder));
      const part = inRequest ? 'request' : 'response';
      await setup.check(
        'kill -9 in the exchange',
        `at byte ${place} of the ${part}`,
        name,
        folder,
        report?.reported,
      );
    });

  for (let count = 0; count < (full ? 150 : 7); count++)
    await setup.point(async (name, folder) => {
      const child = await setup.children.take();
      const moment = setup.random.whole(milliseconds * 100) / 100;
      // The response is delayed, so that the process can be killed before it arrives.
      setup.proxy.fault = { how: 'end', delay: setup.random.whole(8) };
      const running = child.run(setup.job([name], folder));
      setTimeout(() => child.kill(), moment);
      const report = await running;
      await setup.check('kill -9 at any time', `after ${moment} ms`, name, folder, report?.reported);
    });
}

/** The number of steps of a submission, and its duration. */
async function measure(setup: FaultSetup): Promise<{ steps: number; milliseconds: number }> {
  let measured = { steps: 0, milliseconds: 0 };
  await setup.point(async (name, folder) => {
    const child = await setup.children.take();
    const started = performance.now();
    const report = await child.run(setup.job([name], folder));
    measured = { steps: report?.steps ?? 0, milliseconds: performance.now() - started };
    await setup.check('kill -9 at a step', 'never', name, folder, report?.reported);
  });
  return measured;
}
