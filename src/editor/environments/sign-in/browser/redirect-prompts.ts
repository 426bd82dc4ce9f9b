import { env, l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { PastePrompt } from '../../../../identity/redirects/pasted-redirect.ts';
import {
  type RegistrableAddress,
  registrableAddress,
  type WaitPrompt,
} from '../../../../identity/redirects/redirect.ts';
import { notify } from '../../../ui/notifications.ts';
import { openBrowser, type PickWords, showPersistentPick } from './persistent-pick.ts';

/** The method that the user can choose instead of the one that waits. */
export type NextMethod = 'uri' | 'pasted';

/** Stays visible until the browser is back. */
export function waitingPick(next: NextMethod): WaitPrompt {
  return async ({ authorizationUrl, redirectUri, browserOpened, signal }) => {
    const open: QuickPickItem = { label: l10n.t('Open Browser'), iconPath: new ThemeIcon('link-external') };
    const copyUrl: QuickPickItem = {
      label: l10n.t('Copy Sign-In URL'),
      detail: l10n.t('To open it in another browser.'),
      iconPath: new ThemeIcon('copy'),
    };
    const other = otherMethod(next);
    const copyAddress = copyAddressItem(redirectUri);
    return showPersistentPick<'another-method'>({
      ...(browserOpened ? waiting() : notOpened()),
      items: [
        ...(browserOpened ? [] : [open, copyUrl]),
        other,
        // The port of a listener is different each time, and needn't be registered.
        ...(next === 'pasted' ? [copyAddress] : []),
      ],
      reminder: l10n.t(
        'Sign-in is still waiting for the browser. It times out after five minutes. Select Cancel to end it now.',
      ),
      signal,
      accept: async (item) => {
        if (item === other) return 'another-method';
        if (item === open) return (await openBrowser(authorizationUrl)) ? waiting() : undefined;
        if (item === copyUrl) await env.clipboard.writeText(authorizationUrl.href);
        else await copyForRegistration(registrableAddress(redirectUri));
        return { placeholder: l10n.t('Copied. Sign-in is still waiting for the browser.') };
      },
    });
  };
}

function otherMethod(next: NextMethod): QuickPickItem {
  return next === 'pasted'
    ? {
        label: l10n.t('Paste the Final URL Instead'),
        detail: l10n.t('If the provider rejects this address, or the browser runs elsewhere.'),
        iconPath: new ThemeIcon('clippy'),
      }
    : {
        label: l10n.t('Try Another Method'),
        detail: l10n.t("If the provider shows an error, or the browser doesn't return to VS Code."),
        iconPath: new ThemeIcon('arrow-right'),
      };
}

function waiting(): PickWords {
  return {
    title: l10n.t('Waiting for the browser'),
    placeholder: l10n.t('Sign in there. VS Code continues automatically.'),
  };
}

function notOpened(): PickWords {
  return {
    title: l10n.t('The browser was not opened'),
    placeholder: l10n.t('Open it, or choose another way to sign in.'),
  };
}

function copyAddressItem(redirectUri: URL): QuickPickItem {
  const { address, isPattern } = registrableAddress(redirectUri);
  return {
    label: l10n.t("Copy This Editor's Address"),
    detail: isPattern
      ? l10n.t('Its number changes with each sign-in, so it is copied as a pattern.')
      : l10n.t('To register the redirect URI {0}', address),
    iconPath: new ThemeIcon('copy'),
  };
}

/** A pattern needs an explanation that doesn't fit into a pick. */
async function copyForRegistration({ address, isPattern }: RegistrableAddress): Promise<void> {
  await env.clipboard.writeText(address);
  if (isPattern)
    void notify(
      'info',
      l10n.t(
        'Copied {0}. The number of the real address changes with each sign-in, so you can register it only at a provider that accepts patterns. Otherwise, register http://127.0.0.1:9/callback and paste the final URL.',
        address,
      ),
    );
}

/** Asks for the last URL in the browser, at which nothing listens. */
export const addressBox: PastePrompt = ({ authorizationUrl, redirectUri, validate, signal }) => {
  const open: QuickInputButton = {
    iconPath: new ThemeIcon('link-external'),
    tooltip: l10n.t('Open the Browser Again'),
  };
  const copy: QuickInputButton = {
    iconPath: new ThemeIcon('copy'),
    tooltip: l10n.t('Copy Sign-In URL for Another Browser'),
  };
  const box = window.createInputBox();
  box.title = l10n.t('Paste the final URL');
  box.prompt = l10n.t(
    "Sign in in the browser. The last page can't be displayed: copy its whole URL, and paste it here.",
  );
  box.placeholder = `${redirectUri.href}?code=…`;
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
};
