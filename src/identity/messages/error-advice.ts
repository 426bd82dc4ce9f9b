import * as l10n from '@vscode/l10n';

/** Whether an error that an authorization server names comes from what stands in the settings. */
export function isAboutSettings(error: string): boolean {
  return (
    /client_?id/i.test(error) ||
    [
      'invalid_client',
      'unauthorized_client',
      'unsupported_response_type',
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_target',
    ].includes(error)
  );
}

/** Whether an error that an authorization server names passes by itself (RFC 6749, section 4.1.2.1; RFC 8628, section 3.5). */
export function isTemporary(error: string): boolean {
  return ['temporarily_unavailable', 'server_error', 'slow_down'].includes(error);
}

/**
 * What to do about an error that an authorization server names (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8707, section 2);
 * empty where signing in again is all that helps, or nobody knows. With a space ahead.
 */
export function adviceOn(error: string): string {
  const advice = adviceFor(error);
  return advice && ` ${advice}`;
}

function adviceFor(error: string): string {
  switch (error) {
    case 'invalid_client':
      return l10n.t(
        'Check the client ID, the client secret, and how it is to be sent ("auth.clientAuthentication").',
      );
    case 'unauthorized_client':
    case 'unsupported_response_type':
      return l10n.t(
        'Check "auth.clientId", and have this client allowed to get tokens this way ("auth.grantType").',
      );
    case 'unsupported_grant_type':
      return l10n.t('Check "auth.grantType" and the address of the token endpoint.');
    case 'invalid_scope':
      return l10n.t('Check "auth.scopes": not every provider knows "openid" and "offline_access".');
    case 'invalid_target':
      return l10n.t('Check "auth.parameters": this resource is not known there.');
    default:
      return isTemporary(error) ? l10n.t('Try again later.') : '';
  }
}
