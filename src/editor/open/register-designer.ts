import { Disposable, window } from 'vscode';
import type { CommonStudio } from '../studio/common-studio.ts';
import { registerCommands } from '../studio/register-commands.ts';

/** The Dataset Designer: a custom editor for dataset files, next to the text; and its diagrams. Also in a browser. */
export function registerDesigner(
  load: () => Promise<typeof import('../designer/designer-panel.ts')>,
  studio: () => Promise<CommonStudio>,
): Disposable {
  return Disposable.from(
    // Without `retainContextWhenHidden`: the view keeps its state itself.
    window.registerCustomEditorProvider(
      'dataset.designer',
      {
        resolveCustomTextEditor: async (document, panel) => {
          const { DesignerPanel } = await load();
          new DesignerPanel({ ...(await studio()), document }, panel);
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
