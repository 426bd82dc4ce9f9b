import { startGatewayEnvironment } from '../../../scripts/gateway-environment.ts';
import type { LocalGateway } from '../../../src/local-gateway/local-gateway.ts';
import { FaultProxy } from '../../faults/proxies/fault-proxy.ts';
import type { UserSettings } from '../../workbench/user-settings.ts';

/** A gateway whose responses can be lost or late on the way to the environment `staging`. */
export interface GatewayBehindProxy {
  readonly gateway: LocalGateway;
  readonly proxy: FaultProxy;
  readonly settings: UserSettings;
}

export async function startGatewayBehindProxy(): Promise<GatewayBehindProxy> {
  const { gateway, settings } = await startGatewayEnvironment('staging');
  const proxy = new FaultProxy(Number(new URL(gateway.baseUrl).port));
  const port = await proxy.start();
  const [entry] = settings['dataset.environments'] as { baseUrl: string }[];
  const throughProxy = { ...entry, baseUrl: gateway.baseUrl.replace(/:\d+/, `:${port}`) };
  return { gateway, proxy, settings: { ...settings, 'dataset.environments': [throughProxy] } };
}
