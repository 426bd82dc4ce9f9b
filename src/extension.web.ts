import type { ExtensionContext } from 'vscode';
import * as authoring from './editor/authoring/authoring.ts';
import { registerAuthoring } from './editor/authoring/register.ts';
import { compareWith } from './editor/comparison/compare-with.ts';
import * as designer from './editor/designer/designer-panel.ts';
import { registerDesigner } from './editor/designer/register.ts';
import * as firstSteps from './editor/first-steps/first-steps.ts';
import { registerFirstSteps } from './editor/first-steps/register.ts';
import * as fromData from './editor/from-data/from-data.ts';
import { registerFromData } from './editor/from-data/register.ts';
import { once } from './editor/lazy.ts';
import { ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { registerCommands } from './editor/register-commands.ts';
import { browserHost } from './editor/studio/browser-host.ts';
import { localizeCore, openCommonStudio } from './editor/studio/common-studio.ts';

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
