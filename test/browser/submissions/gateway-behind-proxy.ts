import { startGatewayEnvironment } from '../../../scripts/gateway-environment.ts';
import type { LocalGateway } from '../../../src/local-gateway/local-gateway.ts';
import { FaultProxy } from '../../faults/proxies/fault-proxy.ts';
import type { UserSettings } from '../../workbench/user-settings.ts';

/** A gateway whose responses can be lost or late on the way to its environments, of which the first one is selected. */
export interface GatewayBehindProxy {
  readonly gateway: LocalGateway;
  readonly proxy: FaultProxy;
  readonly settings: UserSettings;
}

export async function startGatewayBehindProxy(
  ...names: readonly [string, ...string[]]
): Promise<GatewayBehindProxy> {
  const { gateway, settings } = await startGatewayEnvironment(names[0]);
  const proxy = new FaultProxy(Number(new URL(gateway.baseUrl).port));
  const port = await proxy.start();
  const [entry] = settings['dataset.environments'] as { baseUrl: string }[];
  const baseUrl = gateway.baseUrl.replace(/:\d+/, `:${port}`);
  const throughProxy = names.map((name) => ({ ...entry, name, baseUrl }));
  return { gateway, proxy, settings: { ...settings, 'dataset.environments': throughProxy } };
}
