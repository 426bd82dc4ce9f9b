import {
  commands,
  Disposable,
  type ExtensionContext,
  type TabGroup,
  TabInputCustom,
  TabInputText,
  type Uri,
  window,
  workspace,
} from 'vscode';
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
    keepRenamedDesigners(),
    registerCommands(studio, {
      'dataset.openDesigner': async (target) => (await load()).openDesigner(target),
      'dataset.exportDiagram': async (target) => (await load()).exportDiagram(target),
    }),
  );
}

interface OpenDesigner {
  readonly uri: Uri;
  readonly group: TabGroup;
  /** Whether the text is open beside it, in the same group. */
  readonly hasText: boolean;
}

/** Opens the designers of renamed files again: VS Code (as of 1.139) shows the text of the renamed file in their place. */
function keepRenamedDesigners(): Disposable {
  let open: readonly OpenDesigner[] = [];
  return Disposable.from(
    workspace.onWillRenameFiles(() => {
      open = openDesigners();
    }),
    workspace.onDidRenameFiles(async ({ files }) => {
      for (const { uri, group, hasText } of open)
        for (const { oldUri, newUri } of files) {
          const isInside = `${uri.path}/`.startsWith(`${oldUri.path}/`);
          if (!isInside || uri.scheme !== oldUri.scheme || uri.authority !== oldUri.authority) continue;
          const renamed = newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) });
          const options = { viewColumn: group.viewColumn, preview: false };
          await commands.executeCommand('vscode.openWith', renamed, 'dataset.designer', options);
          if (!hasText)
            await window.tabGroups.close(group.tabs.filter(({ input }) => isText(input, renamed)));
        }
    }),
  );
}

function openDesigners(): readonly OpenDesigner[] {
  return window.tabGroups.all.flatMap((group) =>
    group.tabs.flatMap(({ input }) => {
      if (!(input instanceof TabInputCustom) || input.viewType !== 'dataset.designer') return [];
      const { uri } = input;
      return [{ uri, group, hasText: group.tabs.some((tab) => isText(tab.input, uri)) }];
    }),
  );
}

function isText(input: unknown, uri: Uri): boolean {
  return input instanceof TabInputText && input.uri.toString() === uri.toString();
}
