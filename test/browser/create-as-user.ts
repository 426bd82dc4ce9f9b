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

/** Selects an environment, and waits until the status bar shows it: then the next submission goes there. */
export async function selectEnvironment(workbench: Workbench, name: string): Promise<void> {
  // The status bar shows the environment beside a dataset.
  await workbench.openFile('sales.dataset.json');
  await workbench.runCommand('Dataset: Select Environment…');
  await workbench.pick(/Where do you want to create datasets/, name);
  await workbench.statusBarItem(new RegExp(`^ ?${name}`)).waitFor();
}
