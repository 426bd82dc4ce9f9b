import { indentJson } from '../../text/indent-json.ts';
import type { HttpResponse } from '../http.ts';

/** The body for people: formatted (by default, JSON is indented, other text unchanged), or with a note if it was cut. */
export function responseText({ body, complete }: HttpResponse, format = indentJson): string {
  const text = new TextDecoder().decode(body);
  if (!complete) return `${text}\n… (the response was cut here)`;
  return format(text);
}
