import { indentJson } from '../../text/indent-json.ts';
import type { HttpResponse } from '../http.ts';

/** The body for people: JSON is indented, other text is unchanged, and a note is added if it was cut. */
export function responseText({ body, complete }: HttpResponse): string {
  const text = new TextDecoder().decode(body);
  if (!complete) return `${text}\n… (the response was cut here)`;
  return indentJson(text);
}
