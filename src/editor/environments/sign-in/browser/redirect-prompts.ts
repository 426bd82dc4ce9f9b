import { env, l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { WaitPrompt } from '../../../../identity/redirects/cancellable-redirect.ts';
import type { PastePrompt } from '../../../../identity/redirects/pasted-redirect.ts';

/** Which way back the user can go to from the one that is waited for. */
export type NextMethod = 'uri' | 'pasted';

/** Stays on the screen while the browser is away, and goes by itself when it is back. */
export class WaitingPick implements WaitPrompt {
  readonly #next: NextMethod;

  constructor(next: NextMethod) {
    this.#next = next;
  }

  async waitForBrowser({
    redirectUri,
    signal,
  }: Parameters<WaitPrompt['waitForBrowser']>[0]): ReturnType<WaitPrompt['waitForBrowser']> {
    do {
      const answer = await this.#ask(redirectUri, signal);
      if (answer !== 'hidden') return answer;
    } while ((await stillWaits()) && !signal.aborted);
    return undefined;
  }

  #ask(redirectUri: URL, signal: AbortSignal): Promise<'another-method' | 'hidden' | undefined> {
    const other = this.#otherWay();
    const copy: QuickPickItem = {
      label: l10n.t("Copy this editor's address"),
      detail: l10n.t('to have it registered at the identity provider: {0}', redirectUri.href),
      iconPath: new ThemeIcon('copy'),
    };
    const pick = window.createQuickPick();
    pick.title = l10n.t('Waiting for the browser');
    pick.placeholder = l10n.t('Sign in there: it leads back here by itself.');
    // The port of a listener is another one each time: registering it would help nobody.
    pick.items = this.#next === 'pasted' ? [other, copy] : [other];
    pick.ignoreFocusOut = true;
    return new Promise<'another-method' | 'hidden' | undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      pick.onDidAccept(async () => {
        const [chosen] = pick.selectedItems;
        if (chosen === other) resolve('another-method');
        if (chosen !== copy) return;
        await env.clipboard.writeText(redirectUri.href);
        pick.placeholder = l10n.t('Copied. The sign-in still waits for the browser.');
      });
      pick.onDidHide(() => resolve('hidden'));
      if (signal.aborted) resolve(undefined);
      else pick.show();
    }).finally(() => pick.dispose());
  }

  #otherWay(): QuickPickItem {
    return this.#next === 'pasted'
      ? {
          label: l10n.t('Paste the final address instead'),
          detail: l10n.t("for providers that don't know this editor's own address, or a browser elsewhere"),
          iconPath: new ThemeIcon('clippy'),
        }
      : {
          label: l10n.t('Try another way back'),
          detail: l10n.t(
            'where the provider says that it does not know the address to lead back to, or the browser stays away',
          ),
          iconPath: new ThemeIcon('arrow-right'),
        };
  }
}

/** Escape only clears the view: the browser may be on its way. True where the user wants the pick back. */
async function stillWaits(): Promise<boolean> {
  const show = l10n.t('Show the Ways Back');
  const choice = await window.showInformationMessage(
    l10n.t('The sign-in still waits for the browser. It ends by itself after five minutes, or by Cancel.'),
    show,
  );
  return choice === show;
}

/** Asks for the address at which the browser ended, which nothing of ours listens at. */
export class AddressBox implements PastePrompt {
  async askForAddress({
    authorizationUrl,
    validate,
    signal,
  }: Parameters<PastePrompt['askForAddress']>[0]): Promise<string | undefined> {
    const open: QuickInputButton = {
      iconPath: new ThemeIcon('link-external'),
      tooltip: l10n.t('Open the browser again'),
    };
    const copy: QuickInputButton = {
      iconPath: new ThemeIcon('copy'),
      tooltip: l10n.t('Copy the address of the sign-in, for another browser'),
    };
    const box = window.createInputBox();
    box.title = l10n.t('Paste the final address');
    box.prompt = l10n.t(
      "Sign in in the browser. It ends on a page that can't be shown: copy that page's whole address, and paste it here.",
    );
    box.placeholder = 'http://127.0.0.1:9/callback?code=…';
    box.buttons = [open, copy];
    box.ignoreFocusOut = true;
    return new Promise<string | undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      box.onDidTriggerButton((button) =>
        button === open ? openBrowser(authorizationUrl) : env.clipboard.writeText(authorizationUrl.href),
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
  Reflect.apply(env.openExternal, env, [address]);

export async function openBrowser(url: URL): Promise<boolean> {
  return openExternal(url.href);
}
