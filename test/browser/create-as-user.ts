import type { LocalGateway } from '../../src/local-gateway/local-gateway.ts';
import type { Workbench } from '../workbench/pages/workbench.ts';

/** Enters the credentials that the extension requests before the first request to an environment. */
export async function enterCredentials(
  workbench: Workbench,
  { username, password, subscriptionKey }: LocalGateway['credentials'],
): Promise<void> {
  await workbench.answer(/subscription key/i, subscriptionKey);
  await workbench.answer(/user name/i, username);
  await workbench.answer(/password/i, password);
}

/** Waits for the notification about a created dataset and returns the dataset ID. */
export async function createdDatasetId(workbench: Workbench): Promise<string> {
  const message = await workbench.notification(/Dataset created/);
  const id = /: (\S+)/.exec(message)?.[1];
  if (id === undefined) throw new Error(`No dataset ID in the notification "${message}".`);
  return id;
}
