import { Disposable, type ExtensionContext, window } from 'vscode';
import type { AuthoringHost } from '../authoring/checking/checking.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';

/** The Dataset Designer: a custom editor for dataset files, next to the text. Also in a browser. */
export function registerDesigner(
  load: () => Promise<typeof import('./designer-panel.ts')>,
  studio: () => Promise<CommonStudio>,
  host: () => Promise<AuthoringHost>,
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
          new DesignerPanel({ document, settings, checks }, panel, extensionUri);
        },
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    registerCommands(studio, {
      'dataset.openDesigner': async (target) => (await load()).openDesigner(target),
    }),
  );
}
