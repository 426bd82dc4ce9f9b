/** The value of a JSON text; undefined if it isn't valid. */
export function parseJson(text: string): unknown {
  // An error takes longer than to parse a short text.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
