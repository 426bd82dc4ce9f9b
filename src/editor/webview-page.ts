import { env, l10n, Uri, type Webview } from 'vscode';

/** The folder of the views' scripts and style sheets. */
export function viewFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The page of a view, by the name of its script and style sheet. It contains no text of a document or of data. Its script and
 * style sheet are the only ones that can run or load, and it connects to nothing; `data:` is for the exported picture, which the
 * designer draws itself.
 */
export function webviewPage(webview: Webview, folder: Uri, name: 'designer' | 'data'): string {
  const nonce = crypto.randomUUID();
  const file = (extension: string) =>
    webview.asWebviewUri(Uri.joinPath(folder, `${name}.${extension}`)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === 'designer' ? l10n.t('Dataset Designer') : l10n.t('Data Files')}</title>
<link rel="stylesheet" nonce="${nonce}" href="${file('css')}">
</head>
<body>
<script nonce="${nonce}" src="${file('js')}"></script>
</body>
</html>
`;
}
