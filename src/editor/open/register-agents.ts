import { Disposable, lm } from 'vscode';
import { toolNames } from '../../agents/tool-names.ts';
import type { Studio } from '../studio/studio.ts';
import { once } from '../ui/lazy.ts';
import type { LoadMain } from './editor-main.ts';

/** The tools for AI agents in VS Code (`languageModelTools` in package.json). */
export function registerAgents(main: LoadMain, studio: () => Promise<Studio>): Disposable {
  const tools = once(async () => (await main()).editorTools(await studio()));
  const registrations = toolNames.map((name) =>
    lm.registerTool<unknown>(name, {
      prepareInvocation: async ({ input }) => (await tools()).prepare(name, input),
      invoke: async ({ input }, token) => (await tools()).invoke(name, input, token),
    }),
  );
  return Disposable.from(...registrations);
}
