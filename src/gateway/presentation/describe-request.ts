import { mask } from '../../text/redact.ts';
import { datasetRequest } from '../dataset-request.ts';
import type { Service } from '../service.ts';

/** A request for people and scripts to read. */
export interface MaskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The dataset request with the secrets masked. */
export function maskedRequest(service: Service, body: Uint8Array): MaskedRequest {
  const { method, url, headers } = datasetRequest(service, {
    body,
    accessToken: mask,
    subscriptionKey: mask,
  });
  return {
    method,
    url: url.href,
    headers: { ...headers, 'Content-Length': String(body.byteLength) },
    body: new TextDecoder().decode(body),
  };
}

/** The dataset request as HTTP writes it, with the secrets masked (RFC 9112, section 3). */
export function describeRequest(service: Service, document: Uint8Array): string {
  const { method, url, headers, body } = maskedRequest(service, document);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url} HTTP/1.1`, ...fields, '', body].join('\n');
}

/** Where the command gets the body from: a file or the text itself. */
export type BodySource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'inline'; readonly body: Uint8Array };

/** The dataset request as a cURL command for a POSIX shell. The two secrets are shell variables. */
export function curlCommand(service: Service, source: BodySource): string {
  const { method, url, headers } = datasetRequest(service, {
    body: new Uint8Array(),
    accessToken: '',
    subscriptionKey: '',
  });
  const secrets: Readonly<Record<string, string>> = {
    Authorization: '$DATASET_ACCESS_TOKEN',
    'Ocp-Apim-Subscription-Key': '$DATASET_SUBSCRIPTION_KEY',
  };
  const command = [
    `curl --fail-with-body --request ${method} ${address(url)}`,
    ...Object.entries(headers).map(([name, value]) => {
      const field = `${name}: ${value}`;
      const secret = secrets[name];
      return `--header ${secret === undefined ? quote(field) : `"${inDoubleQuotes(field)}${secret}"`}`;
    }),
    source.kind === 'file' ? `--data-binary ${quote(`@${source.path}`)}` : '--data-binary @-',
  ].join(' \\\n  ');
  // Through standard input, because cURL would read a file if the text of --data-binary began with "@".
  return source.kind === 'file'
    ? command
    : `printf '%s' ${quote(new TextDecoder().decode(source.body))} | ${command}`;
}

/** cURL would send several requests for `{a,b}` and `[1-9]` in a URL. */
function address({ href, pathname, search }: URL): string {
  return `${/[[\]{}]/.test(pathname + search) ? '--globoff ' : ''}${quote(href)}`;
}

/** Any text as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text within double quotes for a POSIX shell. */
function inDoubleQuotes(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}
