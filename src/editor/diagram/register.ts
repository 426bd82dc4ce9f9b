import type { Disposable } from 'vscode';
import type { LoadMain } from '../load-main.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';

/** Diagrams of a dataset: as a file, or in the clipboard. */
export function registerDiagram(main: LoadMain, studio: () => Promise<Pick<Studio, 'log'>>): Disposable {
  return registerCommands(studio, {
    'dataset.exportDiagram': async (target) => (await main()).exportDiagram(target),
    'dataset.copyAsMermaid': async (target) => (await main()).copyAsMermaid(target),
    'dataset.copyAsMarkdown': async (target) => (await main()).copyAsMarkdown(target),
  });
}
