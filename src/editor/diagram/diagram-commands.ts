import { commands, env, l10n, type Uri, window, workspace } from 'vscode';
import { readValue } from '../../dataset/document.ts';
import { layOut, type Scene } from '../../diagram/scene.ts';
import { sceneAsSvg } from '../../diagram/write-svg.ts';
import { sceneAsDbml, sceneAsMarkdown, sceneAsMermaid } from '../../diagram/write-text.ts';
import { plainText } from '../../text/plain-text.ts';
import { notify, showFailure } from '../notifications.ts';
import { readTarget } from '../submissions/create/targets.ts';

/** The forms of a diagram, by the ending of the file; the first one is the default. */
const writers: ReadonlyMap<string, (scene: Scene) => string> = new Map([
  ['svg', sceneAsSvg],
  ['mmd', sceneAsMermaid],
  ['dbml', sceneAsDbml],
  ['md', sceneAsMarkdown],
]);

/** **Export Diagram…**: asks for a file, and writes the format of its extension. */
export async function exportDiagram(target: unknown): Promise<void> {
  const document = await readScene(target);
  if (!document) return;
  const { uri, scene } = document;
  const file = await window.showSaveDialog({
    defaultUri: uri.with({ path: uri.path.replace(/(\.dataset)?\.\w+$/i, '').concat('.svg') }),
    filters: { SVG: ['svg'], Mermaid: ['mmd'], DBML: ['dbml'], Markdown: ['md'] },
    title: l10n.t('Export Diagram'),
  });
  if (!file) return;
  const ending = /\.(\w+)$/.exec(file.path)?.[1]?.toLowerCase() ?? '';
  const write = writers.get(ending);
  const name = plainText(file.path.slice(file.path.lastIndexOf('/') + 1));
  if (!write) {
    showFailure(
      l10n.t("The diagram can't be written to {0}. Use a name that ends in .svg, .mmd, .dbml, or .md.", name),
    );
    return;
  }
  try {
    await workspace.fs.writeFile(file, new TextEncoder().encode(write(scene)));
  } catch {
    showFailure(l10n.t("{0} can't be written. Choose another folder, and try again.", name));
    return;
  }
  const choice = await notify('information', l10n.t('The diagram was exported to {0}.', name), {
    buttons: { open: l10n.t('Open') },
  });
  if (choice === 'open') await openDiagram(file, ending);
}

/** Shows an SVG file as a picture, where VS Code can, and other files as text. */
async function openDiagram(file: Uri, ending: string): Promise<void> {
  if (ending === 'svg')
    try {
      await commands.executeCommand('vscode.openWith', file, 'imagePreview.previewEditor');
      return;
    } catch {
      // The built-in extension Media Previewer is disabled.
    }
  await window.showTextDocument(file);
}

/** **Copy as Mermaid** */
export async function copyAsMermaid(target: unknown): Promise<void> {
  await copy(target, sceneAsMermaid, l10n.t('The Mermaid diagram was copied to the clipboard.'));
}

/** **Copy as Markdown** */
export async function copyAsMarkdown(target: unknown): Promise<void> {
  await copy(target, sceneAsMarkdown, l10n.t('The Markdown tables were copied to the clipboard.'));
}

async function copy(target: unknown, write: (scene: Scene) => string, done: string): Promise<void> {
  const document = await readScene(target);
  if (!document) return;
  await env.clipboard.writeText(write(document.scene));
  void notify('information', done);
}

async function readScene(target: unknown): Promise<{ readonly uri: Uri; readonly scene: Scene } | undefined> {
  const source = await readTarget(target);
  if (!source) return undefined;
  const value = await readValue(source.content, source.format);
  if (value.ok) return { uri: source.uri, scene: layOut(value.value) };
  showFailure(
    l10n.t(
      '{0} has syntax errors, so no diagram can be made. Fix them, and try again.',
      plainText(source.name),
    ),
  );
  return undefined;
}
