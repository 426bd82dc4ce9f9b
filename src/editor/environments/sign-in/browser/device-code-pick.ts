import { env, l10n, type QuickPickItem, ThemeIcon } from 'vscode';
import type { DeviceCodePrompt } from '../../../../identity/grants/device-sign-in.ts';
import { openBrowser } from './open-browser.ts';
import { showPersistentPick } from './persistent-pick.ts';

/** Shows the code of a device authorization, and where to enter it (RFC 8628, section 3.3). */
export class DeviceCodePick implements DeviceCodePrompt {
  show(
    { userCode, verificationUrl, completeVerificationUrl }: Parameters<DeviceCodePrompt['show']>[0],
    signal: AbortSignal,
  ): ReturnType<DeviceCodePrompt['show']> {
    const open: QuickPickItem = {
      label: l10n.t('Copy Code and Open'),
      description: verificationUrl.href,
      detail: l10n.t('Copies the code {0}, and opens the page in your browser.', userCode),
      iconPath: new ThemeIcon('link-external'),
    };
    const copy: QuickPickItem = {
      label: l10n.t('Copy Code'),
      detail: l10n.t('To enter it on another device.'),
      iconPath: new ThemeIcon('copy'),
    };
    const cancel: QuickPickItem = { label: l10n.t('Cancel Sign-In'), iconPath: new ThemeIcon('close') };
    return showPersistentPick<'cancelled'>({
      title: l10n.t('Your code: {0}', userCode),
      placeholder: l10n.t('Enter the code {0} at {1}', userCode, verificationUrl.href),
      items: [open, copy, cancel],
      reminder: l10n.t(
        'Sign-in is still waiting. Enter the code {0} at {1} in any browser.',
        userCode,
        verificationUrl.href,
      ),
      signal,
      accept: async (item) => {
        if (item === cancel) return 'cancelled';
        await env.clipboard.writeText(userCode);
        if (item === open) await openBrowser(completeVerificationUrl ?? verificationUrl);
        return { placeholder: l10n.t('The code {0} is copied. Sign in in the browser.', userCode) };
      },
    });
  }
}
