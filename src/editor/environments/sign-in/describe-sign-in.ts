import { l10n } from 'vscode';
import type { SignInState } from '../../../identity/sessions/sign-in-state.ts';

/** The state of a sign-in in a few words; undefined stands for Restricted Mode. */
export function describeSignIn(state: SignInState | undefined): string {
  if (!state) return l10n.t('Restricted Mode');
  if (state.state === 'signed-out') return l10n.t('signed out');
  return state.account ? l10n.t('signed in as {0}', state.account.label) : l10n.t('signed in');
}

/** How long a token lasts that ends at `expiresAt`, in milliseconds since the epoch. */
export function remainingTime(expiresAt: number, now = Date.now()): string {
  const minutes = Math.floor(Math.max(0, expiresAt - now) / 60_000);
  if (minutes < 1) return l10n.t('less than a minute');
  if (minutes < 120) return l10n.t('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? l10n.t('{0} h', hours) : l10n.t('{0} days', Math.floor(hours / 24));
}
