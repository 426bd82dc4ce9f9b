import type { HttpResponse } from './http.ts';
import { indentJson } from './json-layout.ts';
import { parseJson } from './server-text.ts';

/** The body for a person to read: JSON indented, other text as it stands, a note where it was cut. */
export function responseText({ body, complete }: HttpResponse): string {
  const text = new TextDecoder().decode(body);
  if (!complete) return `${text}\n… (the response was cut here)`;
  return parseJson(text) === undefined ? text : indentJson(text);
}
