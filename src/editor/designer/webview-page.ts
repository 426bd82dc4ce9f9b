import { env, l10n, Uri, type Webview } from 'vscode';

/** The folder of the view's script and style sheet. */
export function viewFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The page of the view. It contains no text of the document. Its script and style sheet are the only ones that can run or
 * load, and it connects to nothing; `data:` is for the exported picture, which it draws itself.
 */
export function webviewPage(webview: Webview, folder: Uri): string {
  const nonce = crypto.randomUUID();
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
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
<title>${l10n.t('Dataset Designer')}</title>
<link rel="stylesheet" nonce="${nonce}" href="${file('designer.css')}">
</head>
<body>
<script nonce="${nonce}" src="${file('designer.js')}"></script>
</body>
</html>
`;
}
