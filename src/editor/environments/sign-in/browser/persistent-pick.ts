import { commands, env, l10n, ProgressLocation, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { DeviceCodePrompt } from '../../../../identity/grants/device-sign-in.ts';
import { notificationText } from '../../../../text/plain-text.ts';

export interface PickWords {
  readonly title: string;
  readonly placeholder: string;
}

/** A new placeholder, and optionally a new title. */
type PickUpdate = Pick<PickWords, 'placeholder'> & Partial<PickWords>;

interface PersistentPick<Answer extends string> extends PickWords {
  readonly items: readonly QuickPickItem[];
  /** Shown after Escape, with a link that shows the pick again. */
  readonly reminder: string;
  readonly signal: AbortSignal;
  /** The result if an item completes the pick; otherwise the pick stays, possibly with other texts. */
  readonly accept: (item: QuickPickItem) => Promise<Answer | PickUpdate | undefined>;
}

/**
 * Shows a pick until an item completes it; undefined when `signal` aborts. Escape only hides it, because its sign-in can
 * still succeed.
 */
export async function showPersistentPick<Answer extends string>(
  options: PersistentPick<Answer>,
): Promise<Answer | undefined> {
  do {
    const answer = await showOnce(options);
    if (answer !== 'hidden') return answer;
  } while (await remind(options));
  return undefined;
}

/** True if the user wants the pick again. A notification with buttons would stay after the sign-in has ended; progress doesn't. */
async function remind({
  reminder,
  signal,
}: Pick<PersistentPick<string>, 'reminder' | 'signal'>): Promise<boolean> {
  const command = `dataset.showSignInOptions.${crypto.randomUUID()}`;
  const title = `${notificationText(reminder)} [${l10n.t('More Options')}](command:${command})`;
  return window.withProgress({ location: ProgressLocation.Notification, title }, async () => {
    let stop = () => {};
    return new Promise<boolean>((resolve) => {
      const registration = commands.registerCommand(command, () => resolve(true));
      stop = () => registration.dispose();
      signal.addEventListener('abort', () => resolve(false), { once: true });
      if (signal.aborted) resolve(false);
    }).finally(() => stop());
  });
}

function showOnce<Answer extends string>({
  title,
  placeholder,
  items,
  signal,
  accept,
}: PersistentPick<Answer>): Promise<Answer | 'hidden' | undefined> {
  const pick = window.createQuickPick();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.items = items;
  pick.ignoreFocusOut = true;
  return new Promise<Answer | 'hidden' | undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    pick.onDidAccept(async () => {
      const [chosen] = pick.selectedItems;
      const answer = chosen && (await accept(chosen));
      if (typeof answer === 'string') resolve(answer);
      else if (answer) {
        pick.title = answer.title ?? pick.title;
        pick.placeholder = answer.placeholder;
      }
    });
    pick.onDidHide(() => resolve('hidden'));
    if (signal.aborted) resolve(undefined);
    else pick.show();
  }).finally(() => pick.dispose());
}

/** Shows the code of a device authorization, and where to enter it (RFC 8628, section 3.3). */
export const deviceCodePick: DeviceCodePrompt = (
  { userCode, verificationUrl, completeVerificationUrl },
  signal,
) => {
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
};

/** A `Uri` would be decoded and encoded again, which breaks a URL within the query; a string is passed on unchanged. */
const openExternal: (address: string) => Thenable<boolean> = (address) =>
  Reflect.apply(env.openExternal, env, [address]);

/** Opens the user's browser; false if that failed, or the user declined. */
export async function openBrowser(url: URL): Promise<boolean> {
  return openExternal(url.href);
}
