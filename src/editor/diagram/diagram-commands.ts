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

/** **Export Diagram…**: asks for a file, and writes the format of its extension; or copies a text form. */
export async function exportDiagram(target: unknown): Promise<void> {
  const document = await readScene(target);
  if (!document) return;
  const title = l10n.t('Export Diagram');
  const choice = await window.showQuickPick(
    [
      { label: l10n.t('Save as File…'), copy: undefined },
      { label: l10n.t('Copy as Mermaid'), copy: sceneAsMermaid },
      { label: l10n.t('Copy as DBML'), copy: sceneAsDbml },
      { label: l10n.t('Copy as Markdown'), copy: sceneAsMarkdown },
    ],
    { title },
  );
  if (!choice) return;
  if (!choice.copy) return saveDiagram(document, title);
  await env.clipboard.writeText(choice.copy(document.scene));
  void notify('information', l10n.t('The diagram was copied to the clipboard.'));
}

async function saveDiagram({ uri, scene }: DatasetScene, title: string): Promise<void> {
  const file = await window.showSaveDialog({
    defaultUri: uri.with({ path: uri.path.replace(/(\.dataset)?\.\w+$/i, '').concat('.svg') }),
    filters: { SVG: ['svg'], Mermaid: ['mmd'], DBML: ['dbml'], Markdown: ['md'] },
    title,
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

interface DatasetScene {
  readonly uri: Uri;
  readonly scene: Scene;
}

async function readScene(target: unknown): Promise<DatasetScene | undefined> {
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
