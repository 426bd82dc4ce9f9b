import * as vscode from 'vscode';
import type { PastePrompt } from '../../identity/redirects/pasted-redirect.ts';
import type { WaitPrompt } from '../../identity/redirects/uri-redirect.ts';

/** Stays on the screen while the browser is away, and goes by itself when it is back. */
export class WaitingPick implements WaitPrompt {
  async waitForBrowser({
    redirectUri,
    signal,
  }: Parameters<WaitPrompt['waitForBrowser']>[0]): ReturnType<WaitPrompt['waitForBrowser']> {
    const paste: vscode.QuickPickItem = {
      label: vscode.l10n.t('Paste the final address instead'),
      detail: vscode.l10n.t(
        "for providers that don't know this editor's own address, or a browser elsewhere",
      ),
      iconPath: new vscode.ThemeIcon('clippy'),
    };
    const copy: vscode.QuickPickItem = {
      label: vscode.l10n.t("Copy this editor's address"),
      detail: vscode.l10n.t('to have it registered at the identity provider: {0}', redirectUri.href),
      iconPath: new vscode.ThemeIcon('copy'),
    };
    const pick = vscode.window.createQuickPick();
    pick.title = vscode.l10n.t('Waiting for the browser');
    pick.placeholder = vscode.l10n.t('Sign in there: it leads back here by itself.');
    pick.items = [paste, copy];
    pick.ignoreFocusOut = true;
    return new Promise<'another-way' | undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen === paste) resolve('another-way');
        else void vscode.env.clipboard.writeText(redirectUri.href);
      });
      if (signal.aborted) resolve(undefined);
      else pick.show();
    }).finally(() => pick.dispose());
  }
}

/** Asks for the address at which the browser ended, which nothing of ours listens at. */
export class AddressBox implements PastePrompt {
  async askForAddress({
    authorizationUrl,
    validate,
    signal,
  }: Parameters<PastePrompt['askForAddress']>[0]): Promise<string | undefined> {
    const open: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('link-external'),
      tooltip: vscode.l10n.t('Open the browser again'),
    };
    const copy: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('copy'),
      tooltip: vscode.l10n.t('Copy the address of the sign-in, for another browser'),
    };
    const box = vscode.window.createInputBox();
    box.title = vscode.l10n.t('Paste the final address');
    box.prompt = vscode.l10n.t(
      "Sign in in the browser. It ends on a page that can't be shown: copy that page's whole address, and paste it here.",
    );
    box.placeholder = 'http://127.0.0.1:9/callback?code=…';
    box.buttons = [open, copy];
    box.ignoreFocusOut = true;
    return new Promise<string | undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      box.onDidTriggerButton((button) =>
        button === open
          ? openBrowser(authorizationUrl)
          : vscode.env.clipboard.writeText(authorizationUrl.href),
      );
      box.onDidChangeValue((value) => {
        box.validationMessage = value === '' ? undefined : validate(value);
      });
      box.onDidAccept(() => {
        box.validationMessage = validate(box.value);
        if (box.validationMessage === undefined) resolve(box.value);
      });
      box.onDidHide(() => resolve(undefined));
      if (signal.aborted) resolve(undefined);
      else box.show();
    }).finally(() => box.dispose());
  }
}

/** A `Uri` would be decoded and encoded again on the way, which breaks an address within the query; a text is not. */
const openExternal: (address: string) => Thenable<boolean> = (address) =>
  Reflect.apply(vscode.env.openExternal, vscode.env, [address]);

export async function openBrowser(url: URL): Promise<boolean> {
  return openExternal(url.href);
}
