import { indentJson } from '../../text/indent-json.ts';
import { mask } from '../../text/redact.ts';
import { datasetRequest } from '../dataset-request.ts';
import type { HttpResponse } from '../http.ts';
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

/** The body for people: formatted (by default, JSON is indented, other text unchanged), or with a note if it was cut. */
export function responseText({ body, complete }: HttpResponse, format = indentJson): string {
  const text = new TextDecoder().decode(body);
  if (!complete) return `${text}\n… (the response was cut here)`;
  return format(text);
}
