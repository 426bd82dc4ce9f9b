import type { ExtensionContext } from 'vscode';
import * as authoring from './editor/authoring/authoring.ts';
import { browserHost } from './editor/browser/browser-host.ts';
import { compareWith } from './editor/comparison/compare-with.ts';
import * as designer from './editor/designer/designer-panel.ts';
import * as firstSteps from './editor/first-steps/first-steps.ts';
import * as fromData from './editor/from-data/from-data.ts';
import { registerAuthoring } from './editor/open/register-authoring.ts';
import { registerDesigner } from './editor/open/register-designer.ts';
import { registerFirstSteps } from './editor/open/register-first-steps.ts';
import { registerFromData } from './editor/open/register-from-data.ts';
import { localizeCore, openCommonStudio } from './editor/studio/common-studio.ts';
import { ReadOnlyDocuments } from './editor/studio/read-only-documents.ts';
import { registerCommands } from './editor/studio/register-commands.ts';
import { once } from './editor/ui/lazy.ts';

/** The extension in a browser without a server, such as vscode.dev: one file, without Node.js. */
export function activate(context: ExtensionContext): void {
  localizeCore();
  const documents = new ReadOnlyDocuments();
  const studio = once(async () => openCommonStudio(context, documents, browserHost(context.extensionUri)));

  context.subscriptions.push(
    registerAuthoring(context, async () => authoring, studio),
    documents,
    registerCommands(studio, {
      // Nothing was submitted here.
      'dataset.compareWith': async (target, selection) =>
        compareWith(await studio(), () => [], target, selection),
    }),
    registerDesigner(async () => designer, studio),
    registerFromData(context, async () => fromData, studio),
    registerFirstSteps(async () => firstSteps, studio),
  );
}
