import type { ExtensionContext } from 'vscode';
import { registerAgents } from './editor/agents/register.ts';
import { registerAuthoring } from './editor/authoring/register.ts';
import { registerComparison } from './editor/comparison/register.ts';
import { registerDesigner } from './editor/designer/register.ts';
import { registerEnvironments } from './editor/environments/register.ts';
import { registerFirstSteps } from './editor/first-steps/register.ts';
import { registerFromData } from './editor/from-data/register.ts';
import { once, onFirstUse } from './editor/lazy.ts';
import { ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { registerSubmissions } from './editor/submissions/register.ts';

/** Registers what VS Code may ask for. What answers is loaded when it is first asked. */
export function activate(context: ExtensionContext): void {
  const documents = new ReadOnlyDocuments();
  const main = once(async () => {
    const loaded = await import('./editor/editor-main.ts');
    loaded.localizeCore();
    return loaded;
  });
  const studio = once(async () => (await main()).openStudio(context, documents));
  const localGateway = onFirstUse(
    context,
    async () => new (await main()).LocalGatewayCommands(await studio()),
  );

  context.subscriptions.push(
    documents,
    registerAuthoring(context, main, studio),
    registerDesigner(async () => (await main()).designer, studio),
    registerEnvironments(context, main, studio, localGateway),
    registerSubmissions(context, main, studio),
    registerComparison(context, main, studio),
    registerAgents(main, studio),
    registerFromData(context, async () => (await main()).fromData, studio),
    registerFirstSteps(
      async () => (await main()).firstSteps,
      studio,
      async (sample) => (await main()).createSample(await studio(), sample, await localGateway()),
    ),
  );
}
