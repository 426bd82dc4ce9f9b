import { l10n, type QuickPickItem, window } from 'vscode';
import { notify } from '../../../notifications.ts';

export interface PickWords {
  readonly title: string;
  readonly placeholder: string;
}

/** A new placeholder, and optionally a new title. */
export type PickUpdate = Pick<PickWords, 'placeholder'> & Partial<PickWords>;

export interface PersistentPick<Answer extends string> extends PickWords {
  readonly items: readonly QuickPickItem[];
  /** Shown after Escape, with a button that shows the pick again. */
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
  } while (
    (await notify('information', options.reminder, { buttons: { show: l10n.t('More Options') } })) ===
      'show' &&
    !options.signal.aborted
  );
  return undefined;
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
