import { l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { readTextValue } from '../../dataset/document.ts';
import { layOut, type Scene } from '../../diagram/scene.ts';
import { sceneAsSvg } from '../../diagram/write-svg.ts';
import { plainText } from '../../text/plain-text.ts';
import { formatOf } from '../authoring/features/text-ranges.ts';
import { showFailure } from '../notifications.ts';

/** Draws an SVG file as PNG; `undefined` if that isn't possible. */
type DrawPicture = (svg: string, scene: Scene) => Promise<Uint8Array | undefined>;

/** Asks for a file and writes a picture of a document's tables to it: PNG or SVG, as the file's name says. */
export async function exportPicture(document: TextDocument, draw: DrawPicture): Promise<void> {
  const value = await readTextValue(document.getText(), formatOf(document));
  if (!value.ok) return;
  const target = await window.showSaveDialog({
    title: l10n.t('Export as Picture'),
    defaultUri: defaultFile(document.uri),
    filters: { [l10n.t('PNG image')]: ['png'], [l10n.t('SVG image')]: ['svg'] },
  });
  if (target === undefined) return;
  const name = plainText(target.path.split('/').at(-1) ?? '');
  const ending = /\.(png|svg)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined) {
    showFailure(l10n.t("The picture can't be written to {0}. Use a name that ends in .png or .svg.", name));
    return;
  }
  const scene = layOut(value.value);
  const content =
    ending === 'svg'
      ? new TextEncoder().encode(sceneAsSvg(scene))
      : await draw(sceneAsSvg(scene, 'light'), scene);
  if (content === undefined) {
    showFailure(l10n.t('The picture is too large to be drawn as PNG. Save it as SVG instead.'));
    return;
  }
  try {
    await workspace.fs.writeFile(target, content);
  } catch {
    showFailure(l10n.t("{0} can't be written. Choose another folder, and try again.", name));
  }
}

/** `sales.png` beside `sales.dataset.json`. */
function defaultFile(uri: Uri): Uri {
  const name = (uri.path.split('/').at(-1) ?? '').replace(/(\.dataset)?\.\w+$/i, '') || 'dataset';
  return uri.scheme === 'untitled'
    ? Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? uri, `${name}.png`)
    : Uri.joinPath(uri, '..', `${name}.png`);
}
