/** Each UTF-16 code unit as `\uXXXX`, as in JSON. */
export function unicodeEscape(text: string): string {
  let escaped = '';
  for (let i = 0; i < text.length; i++) escaped += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
