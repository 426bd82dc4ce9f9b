import { isServerTrouble, type TokenFailure } from '../grants/grant.ts';
import { isAboutClient, isAboutSettings, isTemporary } from './error-advice.ts';

export type TokenStep = 'sign-in' | 'set-client-secret' | 'edit-environment' | 'try-again';

/** What the user can do about a token failure. */
export function nextAfterTokenFailure(failure: TokenFailure): TokenStep | undefined {
  switch (failure.kind) {
    case 'refused':
      if (isServerTrouble(failure.status) || isTemporary(failure.error)) return 'try-again';
      if (isAboutClient(failure)) return 'set-client-secret';
      return isAboutSettings(failure.error) ? 'edit-environment' : 'sign-in';
    case 'denied':
      return isAboutSettings(failure.error) ? 'edit-environment' : 'sign-in';
    case 'missing':
      return failure.secret === 'clientSecret' ? 'set-client-secret' : 'sign-in';
    case 'untrusted':
    case 'no-browser':
    case 'timed-out':
    case 'device-code-expired':
    case 'sign-in-needed':
      return 'sign-in';
    case 'invalid-response':
      if (isAboutClient(failure)) return 'set-client-secret';
      return failure.detail === 'cut' || isServerTrouble(failure.status) ? 'try-again' : 'edit-environment';
    case 'undiscovered':
      return failure.detail === 'trouble' ? 'try-again' : 'edit-environment';
    case 'port-in-use':
    case 'unsupported':
    case 'no-session':
    case 'device-code-unusable':
      return 'edit-environment';
    case 'unreachable':
    case 'interrupted':
      return 'try-again';
    case 'cancelled':
      return undefined;
  }
}
