import { Disposable, type ExtensionContext, window } from 'vscode';
import type { LoadMain } from '../load-main.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';

/** The Dataset Designer: a custom editor for dataset files, beside the text. */
export function registerDesigner(
  main: LoadMain,
  studio: () => Promise<Studio>,
  { extensionUri }: Pick<ExtensionContext, 'extensionUri'>,
): Disposable {
  return Disposable.from(
    // Without `retainContextWhenHidden`: the view keeps its state itself.
    window.registerCustomEditorProvider(
      'dataset.designer',
      {
        resolveCustomTextEditor: async (document, panel) => {
          const { DesignerPanel } = await main();
          const { settings } = await studio();
          DesignerPanel.open(document, panel, { settings, extensionUri });
        },
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    registerCommands(studio, {
      'dataset.openDesigner': async (target) => (await main()).openDesigner(target),
    }),
  );
}
