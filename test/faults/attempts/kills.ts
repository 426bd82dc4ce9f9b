import type { Scene } from '../scene.ts';

/** `kill -9` of the submitting process: before each of its steps, in the middle of writing, at places of the exchange, at any time. */
export async function tryKills(scene: Scene, full: boolean): Promise<void> {
  const { steps, milliseconds } = await measure(scene);
  const allSteps = Array.from({ length: steps }, (_, index) => index + 1);

  for (const killAt of full ? allSteps : scene.random.some(allSteps, 8))
    await scene.point(async (name, folder) => {
      const report = await scene.submitInChild([name], folder, { killAt });
      await scene.check('kill -9 at a step', `before step ${killAt}`, name, folder, report?.reported);
    });
  for (const killAt of full ? allSteps : [])
    await scene.point(async (name, folder) => {
      const report = await scene.submitInChild([name], folder, { killAt, torn: true });
      await scene.check('kill -9 in a write', `in step ${killAt}`, name, folder, report?.reported);
    });

  const { request, response } = { ...scene.proxy.passed };
  for (let count = 0; count < (full ? 80 : 5); count++)
    await scene.point(async (name, folder) => {
      const child = await scene.children.take();
      const inRequest = scene.random.whole(2) === 0;
      const place = scene.random.whole(inRequest ? request : response);
      const how = () => child.kill();
      scene.proxy.fault = inRequest ? { request: place, how } : { response: place, how };
      const report = await child.run(scene.job([name], folder));
      const part = inRequest ? 'request' : 'response';
      await scene.check(
        'kill -9 in the exchange',
        `at byte ${place} of the ${part}`,
        name,
        folder,
        report?.reported,
      );
    });

  for (let count = 0; count < (full ? 150 : 7); count++)
    await scene.point(async (name, folder) => {
      const child = await scene.children.take();
      const moment = scene.random.whole(milliseconds * 100) / 100;
      // The response is delayed, so that the process can be killed before it arrives.
      scene.proxy.fault = { how: 'end', delay: scene.random.whole(8) };
      const running = child.run(scene.job([name], folder));
      setTimeout(() => child.kill(), moment);
      const report = await running;
      await scene.check('kill -9 at any time', `after ${moment} ms`, name, folder, report?.reported);
    });
}

/** The number of steps of a submission, and its duration. */
async function measure(scene: Scene): Promise<{ steps: number; milliseconds: number }> {
  let measured = { steps: 0, milliseconds: 0 };
  await scene.point(async (name, folder) => {
    const child = await scene.children.take();
    const started = performance.now();
    const report = await child.run(scene.job([name], folder));
    measured = { steps: report?.steps ?? 0, milliseconds: performance.now() - started };
    await scene.check('kill -9 at a step', 'never', name, folder, report?.reported);
  });
  return measured;
}
