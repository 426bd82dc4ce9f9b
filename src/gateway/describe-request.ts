import { authorization, datasetRequest } from './dataset-request.ts';
import type { Service } from './service.ts';

const mask = '•••';

/** The dataset request as HTTP writes it, with the secrets masked (RFC 9112, section 3). */
export function describeRequest(service: Service, body: Uint8Array): string {
  const { method, url, headers } = datasetRequest(service, {
    body,
    accessToken: mask,
    subscriptionKey: mask,
  });
  return [
    `${method} ${url.href} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.byteLength}`,
    '',
    new TextDecoder().decode(body),
  ].join('\n');
}

/** Where the command takes the body from: a file, sent as it is, or the text itself. */
export type BodySource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'inline'; readonly body: Uint8Array };

/** The dataset request as a cURL command for a POSIX shell; the two secrets are shell variables. */
export function curlCommand(service: Service, source: BodySource): string {
  const { url, headers } = datasetRequest(service, {
    body: new Uint8Array(),
    accessToken: '',
    subscriptionKey: '',
  });
  const secret: Readonly<Record<string, string>> = {
    'Ocp-Apim-Subscription-Key': '"$DATASET_SUBSCRIPTION_KEY"',
    Authorization: `${quote(authorization(service, ''))}"$DATASET_ACCESS_TOKEN"`,
  };
  const header = ([name, value]: [string, string]) =>
    secret[name] ? `--header ${quote(`${name}: `)}${secret[name]}` : `--header ${quote(`${name}: ${value}`)}`;
  // cURL takes what follows "@" for a file name; a text is given by standard input, so that none is mistaken.
  const fromText = source.kind === 'inline' ? new TextDecoder().decode(source.body) : undefined;
  const lines = [
    `curl --fail-with-body --request POST ${quote(url.href)}`,
    ...Object.entries(headers).map(header),
    source.kind === 'file' ? `--data-binary ${quote(`@${source.path}`)}` : '--data-binary @-',
  ];
  const command = lines.join(' \\\n  ');
  return fromText === undefined ? command : `printf '%s' ${quote(fromText)} | ${command}`;
}

/** One word for a POSIX shell, whatever the text holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
