/** What the members of a document say that it is. */
const marks = [
  ['json-schema', '$schema', /^https?:\/\/json-schema\.org\//],
  ['json-schema', 'openapi', /^3\./],
  // Its definitions are where JSON Schema has them.
  ['json-schema', 'swagger', /^2\./],
  ['odcs', 'kind', /^DataContract$/],
] as const;

/** Which kind of schema a document is, by its first bytes. Data can have the same members in its rows, but not above them. */
export function schemaKind(head: Uint8Array): 'json-schema' | 'odcs' | undefined {
  const text = new TextDecoder().decode(head);
  const members = /^\s*\{/.test(text) ? jsonMembers(text) : yamlMembers(text);
  return marks.find(([, name, value]) => value.test(members.get(name) ?? ''))?.[0];
}

/** The texts that are members of the outermost object. */
function jsonMembers(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let last: string | undefined;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':') name = last;
    else if (token === ',') name = undefined;
    else if (depth === 1 && name !== undefined) members.set(name, token.slice(1, -1));
    last = depth === 1 && token.startsWith('"') ? token.slice(1, -1) : undefined;
    // What follows is another row.
    if (depth === 0) return /\S/.test(text.slice(index + 1)) ? new Map() : members;
  }
  return members;
}

function yamlMembers(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^['"]?([$\w]{1,20})['"]?:[ \t]{1,20}['"]?([^\s'"]{1,200})/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}
