import type { ExtensionContext } from 'vscode';
import { registerAuthoring } from './editor/authoring/register.ts';
import { registerDesigner } from './editor/designer/register.ts';
import { registerEnvironments } from './editor/environments/register.ts';
import { once } from './editor/once.ts';
import { ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { registerSubmissions } from './editor/submissions/register.ts';

/** Registers what VS Code may ask for. What answers is loaded when it is first asked. */
export function activate(context: ExtensionContext): void {
  const documents = new ReadOnlyDocuments();
  const main = once(() => import('./editor/main.ts'));
  const studio = once(async () => (await main()).openStudio(context, documents));
  const rulesPage = `${context.extension.packageJSON.repository.url}/blob/main/docs/rules.md`;

  context.subscriptions.push(
    documents,
    registerAuthoring(main, studio, rulesPage),
    registerDesigner(main, studio, context),
    registerEnvironments(main, studio, context),
    registerSubmissions(main, studio),
  );
}
