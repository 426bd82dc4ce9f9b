import { commands, env, l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { readTextValue, readValue } from '../../dataset/document.ts';
import { layOut, type Scene } from '../../diagram/scene.ts';
import { sceneAsSvg } from '../../diagram/write-svg.ts';
import { sceneAsDbml, sceneAsMarkdown, sceneAsMermaid } from '../../diagram/write-text.ts';
import { plainText } from '../../text/plain-text.ts';
import { readTarget } from '../documents/read-target.ts';
import { documentFormat } from '../documents/text-ranges.ts';
import { writeFile } from '../studio/host-storage.ts';
import { fileName, isFile } from '../studio/uris.ts';
import { notify, showFailure } from '../ui/notifications.ts';

/** The forms of a diagram, by the ending of the file; the first one is the default. */
const writers: ReadonlyMap<string, (scene: Scene) => string> = new Map([
  ['svg', sceneAsSvg],
  ['mmd', sceneAsMermaid],
  ['dbml', sceneAsDbml],
  ['md', sceneAsMarkdown],
]);

/** **Export Diagram…**: asks for a file, and writes the format of its extension; or copies a text form. */
export async function exportDiagram(target: unknown): Promise<void> {
  const source = await readTarget(target);
  const value = source && (await readValue(source.content, source.format));
  if (!value) return;
  if (!value.ok) {
    const name = plainText(source.name);
    showFailure(l10n.t('{0} has syntax errors, so no diagram can be made. Fix them, and try again.', name));
    return;
  }
  const scene = layOut(value.value);
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
  if (!choice.copy) return saveDiagram(source.uri, scene, title);
  await env.clipboard.writeText(choice.copy(scene));
  void notify('info', l10n.t('The diagram was copied to the clipboard.'));
}

async function saveDiagram(uri: Uri, scene: Scene, title: string): Promise<void> {
  const file = await window.showSaveDialog({
    defaultUri: defaultFile(uri, 'svg'),
    filters: { SVG: ['svg'], Mermaid: ['mmd'], DBML: ['dbml'], Markdown: ['md'] },
    title,
  });
  if (!file) return;
  const ending = endingOf(file);
  const write = writers.get(ending);
  const name = plainText(fileName(file));
  if (!write) {
    showFailure(
      l10n.t("The diagram can't be written to {0}. Use a name that ends in .svg, .mmd, .dbml, or .md.", name),
    );
    return;
  }
  if (!(await writeFile(file, new TextEncoder().encode(write(scene))))) return;
  await notify('info', l10n.t('The diagram was exported to {0}.', name), {
    title: l10n.t('Open'),
    run: () => openDiagram(file, ending),
  });
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

/** Draws an SVG file as PNG; `undefined` if that isn't possible. */
type DrawPicture = (svg: string, scene: Scene) => Promise<Uint8Array | undefined>;

/** Asks for a file and writes a picture of a document's tables to it: PNG or SVG, as the file's name says. */
export async function exportPicture(document: TextDocument, draw: DrawPicture): Promise<void> {
  const value = await readTextValue(document.getText(), documentFormat(document));
  if (!value.ok) return;
  const file = await window.showSaveDialog({
    title: l10n.t('Export as Picture'),
    defaultUri: defaultFile(document.uri, 'png'),
    filters: { [l10n.t('PNG image')]: ['png'], [l10n.t('SVG image')]: ['svg'] },
  });
  if (file === undefined) return;
  const ending = endingOf(file);
  if (ending !== 'png' && ending !== 'svg') {
    const name = plainText(fileName(file));
    showFailure(l10n.t("The picture can't be written to {0}. Use a name that ends in .png or .svg.", name));
    return;
  }
  const scene = layOut(value.value);
  const content =
    ending === 'svg'
      ? new TextEncoder().encode(sceneAsSvg(scene))
      : await draw(sceneAsSvg(scene, 'light'), scene);
  if (content !== undefined) await writeFile(file, content);
  else showFailure(l10n.t('The picture is too large to be drawn as PNG. Save it as SVG instead.'));
}

/** `sales.png` beside `sales.dataset.json`. */
function defaultFile(uri: Uri, extension: string): Uri {
  const name = fileName(uri).replace(/(\.dataset)?\.\w+$/i, '') || 'dataset';
  const [folder] = workspace.workspaceFolders ?? [];
  return uri.scheme === 'untitled' || !isFile(uri)
    ? Uri.joinPath(folder?.uri ?? uri, `${name}.${extension}`)
    : Uri.joinPath(uri, '..', `${name}.${extension}`);
}

function endingOf(file: Uri): string {
  return /\.(\w+)$/.exec(file.path)?.[1]?.toLowerCase() ?? '';
}
