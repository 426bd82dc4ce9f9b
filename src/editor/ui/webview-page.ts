import { env, l10n, Uri, type Webview } from 'vscode';

const titles = {
  designer: () => l10n.t('Dataset Designer'),
  data: () => l10n.t('Data Files'),
  batch: () => l10n.t('Create Dataset'),
};

/**
 * Shows the page of a view, by the name of its script and style sheet. It contains no text of a document or of data. Its script
 * and style sheet are the only ones that can run or load, and it connects to nothing; `data:` is for the exported picture, which
 * the designer draws itself.
 */
export function showWebviewPage(webview: Webview, extensionUri: Uri, name: keyof typeof titles): void {
  const folder = Uri.joinPath(extensionUri, 'dist', 'webview');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
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
  webview.html = `<!DOCTYPE html>
<html lang="${env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[name]()}</title>
<link rel="stylesheet" nonce="${nonce}" href="${file('css')}">
</head>
<body>
<script nonce="${nonce}" src="${file('js')}"></script>
</body>
</html>
`;
}
