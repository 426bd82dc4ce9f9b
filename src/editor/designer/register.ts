import { Disposable, type ExtensionContext, window } from 'vscode';
import type { ReadFiles } from '../../inference/infer-sources.ts';
import type { AuthoringHost } from '../authoring/checking/checking.ts';
import type { DataFileHost } from '../from-data/infer-files.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';

/** The Dataset Designer: a custom editor for dataset files, next to the text; and its diagrams. Also in a browser. */
export function registerDesigner(
  load: () => Promise<typeof import('./designer-panel.ts')>,
  studio: () => Promise<CommonStudio>,
  host: () => Promise<AuthoringHost>,
  dataHost: () => Promise<DataFileHost>,
  { extensionUri }: Pick<ExtensionContext, 'extensionUri'>,
): Disposable {
  return Disposable.from(
    // Without `retainContextWhenHidden`: the view keeps its state itself.
    window.registerCustomEditorProvider(
      'dataset.designer',
      {
        resolveCustomTextEditor: async (document, panel) => {
          const { DesignerPanel } = await load();
          const { settings } = await studio();
          const { checks } = await host();
          const readData: ReadFiles = async (files, options) => (await dataHost()).read(files, options);
          new DesignerPanel({ document, settings, checks, readData }, panel, extensionUri);
        },
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    registerCommands(studio, {
      'dataset.openDesigner': async (target) => (await load()).openDesigner(target),
      'dataset.exportDiagram': async (target) => (await load()).exportDiagram(target),
    }),
  );
}
