/** What VS Code's web hosts add to the editor's address: the number of the request, different for each sign-in. */
const requestNumber = /([?&]vscode-reqid=)\d+/;

export interface RegistrableAddress {
  /** To be registered at the identity provider. */
  readonly address: string;
  /** Whether it contains `*`, so that the provider has to accept patterns. */
  readonly isPattern: boolean;
}

/** What to register at the identity provider so that it accepts `redirectUri`, and the one of the next sign-in. */
export function registrableAddress({ href }: URL): RegistrableAddress {
  return { address: href.replace(requestNumber, '$1*'), isPattern: requestNumber.test(href) };
}
