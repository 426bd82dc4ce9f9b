import type { FaultSetup } from '../fault-setup.ts';
import type { Fault } from '../proxies/fault-proxy.ts';

/** A network that closes, resets, stops forwarding, delays and slows down, at each byte of the exchange. */
export async function tryNetworkFaults(setup: FaultSetup, full: boolean): Promise<void> {
  const section = 'network';
  const attempt = (point: string, fault: Fault | undefined, timeout = 2000) =>
    setup.point(async (name, folder) => {
      setup.proxy.fault = fault;
      const reported = await setup.submitHere(name, folder, { timeout });
      await setup.check(section, point, name, folder, [reported]);
    });

  await attempt('nothing happens', undefined);
  const { request, response } = { ...setup.proxy.passed };
  const requestPlaces = placesOf(setup, request, full);
  const responsePlaces = placesOf(setup, response, full);
  for (const how of ['end', 'reset'] as const) {
    for (const place of requestPlaces)
      await attempt(`${how} at byte ${place} of the request`, { request: place, how });
    for (const place of responsePlaces)
      await attempt(`${how} at byte ${place} of the response`, { response: place, how });
  }
  // Each takes the whole timeout.
  const few = full ? 12 : 2;
  for (const place of setup.random.some(requestPlaces, few))
    await attempt(`silence at byte ${place} of the request`, { request: place, how: 'silence' }, 250);
  for (const place of setup.random.some(responsePlaces, few))
    await attempt(`silence at byte ${place} of the response`, { response: place, how: 'silence' }, 250);
  await attempt('the response comes late', { how: 'end', delay: 150 });
  await attempt('the response comes too late', { how: 'end', delay: 600 }, 250);
  await attempt('the response drips', { how: 'end', drip: 1 }, 5000);
  await attempt('the response drips longer than the timeout', { how: 'end', drip: 4 }, 400);

  await setup.point(async (name, folder) => {
    setup.proxy.refusing = true;
    const reported = await setup.submitHere(name, folder);
    await setup.check(section, 'every connection is refused', name, folder, [reported]);
  });
}

/** The first and last byte, and many or all bytes in between. */
function placesOf(setup: FaultSetup, size: number, full: boolean): number[] {
  const all = Array.from({ length: size + 1 }, (_, place) => place);
  if (full) return all;
  const ends = [0, 1, size - 1, size];
  return [...ends, ...setup.random.some(all.slice(2, -2), 6)];
}
