import * as l10n from '@vscode/l10n';
import { readProviderAddress } from '../../environments/address.ts';
import type { SignInFailure } from '../grants/grant.ts';

/** Why discovery failed, and what to do. Each piece of advice works: the issuer that it names can be set, or endpoints can. */
export function describeDiscoveryFailure({
  issuer,
  detail,
  text,
}: Extract<SignInFailure, { kind: 'undiscovered' }>): string {
  switch (detail) {
    case 'not-found':
      return l10n.t(
        'There is no discovery document at {issuer}. Check "auth.issuer", or set the provider\'s endpoints in the environment instead.',
        { issuer },
      );
    case 'trouble':
      return l10n.t(
        'The identity provider at {issuer} is temporarily unavailable (status {text}). Try again later.',
        { issuer, text },
      );
    case 'redirect':
      return l10n.t(
        'The discovery document of {issuer} has moved to {text}. Open it there, and set "auth.issuer" to the "issuer" that it contains, or set the provider\'s endpoints in the environment instead.',
        { issuer, text },
      );
    case 'invalid':
      return text === ''
        ? l10n.t(
            'The discovery document at {issuer} can\'t be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
            { issuer },
          )
        : l10n.t(
            'The discovery document at {issuer} contains no "{text}" that can be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
            { issuer, text },
          );
    case 'other-issuer':
      return describeOtherIssuer(issuer, text);
    case 'insecure':
      return l10n.t(
        "The identity provider at {issuer} refers to {text}, which doesn't use https. Nothing was sent there. Ask the provider's administrator.",
        { issuer, text },
      );
  }
}

function describeOtherIssuer(issuer: string, other: string): string {
  if (/[{}]/.test(other))
    return l10n.t(
      'The identity provider at {issuer} serves several tenants, with the issuer {other}. Set "auth.issuer" to that, with the ID of your tenant instead of the braces.',
      { issuer, other },
    );
  return readProviderAddress(other, 'issuer').ok
    ? l10n.t(
        'The discovery document at {issuer} belongs to the issuer {other}. Set "auth.issuer" to exactly that. If there is no discovery document there, set the provider\'s endpoints, too.',
        { issuer, other },
      )
    : l10n.t(
        'The discovery document at {issuer} belongs to another issuer ("{other}"), which can\'t be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
        { issuer, other },
      );
}
