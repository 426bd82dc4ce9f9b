import type { ExtensionContext } from 'vscode';
import { registerAgents } from './editor/open/register-agents.ts';
import { registerAuthoring } from './editor/open/register-authoring.ts';
import { registerComparison } from './editor/open/register-comparison.ts';
import { registerDesigner } from './editor/open/register-designer.ts';
import { registerEnvironments } from './editor/open/register-environments.ts';
import { registerFirstSteps } from './editor/open/register-first-steps.ts';
import { registerFromData } from './editor/open/register-from-data.ts';
import { registerSubmissions } from './editor/open/register-submissions.ts';
import { ReadOnlyDocuments } from './editor/studio/read-only-documents.ts';
import { once, onFirstUse } from './editor/ui/lazy.ts';

/** Registers what VS Code may ask for. What answers is loaded when it is first asked. */
export function activate(context: ExtensionContext): void {
  const documents = new ReadOnlyDocuments();
  const main = once(async () => {
    const loaded = await import('./editor/open/editor-main.ts');
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
