import { type LocalGateway, startLocalGateway } from '../src/local-gateway/local-gateway.ts';
import type { UserSettings } from '../test/workbench/user-settings.ts';

/** A local gateway outside VS Code, and the settings for an environment that uses it. */
export interface GatewayEnvironment {
  readonly gateway: LocalGateway;
  /** Contains no secrets: the extension asks the user for them. */
  readonly settings: UserSettings;
}

export async function startGatewayEnvironment(name: string): Promise<GatewayEnvironment> {
  const started = await startLocalGateway({});
  if (!started.ok) throw new Error(started.failure.message);
  const { value: gateway } = started;
  const auth = { grantType: 'password', clientId: gateway.credentials.clientId };
  return {
    gateway,
    settings: {
      'dataset.environments': [{ name, baseUrl: gateway.baseUrl, auth }],
      'dataset.environment': name,
    },
  };
}
