/** What the members of a document say that it is. */
const marks = [
  ['json-schema', '$schema', /^https?:\/\/json-schema\.org\//],
  ['json-schema', 'openapi', /^3\./],
  // Its definitions are where JSON Schema has them.
  ['json-schema', 'swagger', /^2\./],
  ['odcs', 'kind', /^DataContract$/],
] as const;

/** The first bytes of a document, and whether they are all of it. */
interface Head {
  readonly head: Uint8Array;
  readonly isWhole: boolean;
}

/** Which kind of schema a document is, by its first bytes. Data can have the same members in its rows, but not above them. */
export function schemaKind({ head, isWhole }: Head): 'json-schema' | 'odcs' | undefined {
  const text = new TextDecoder().decode(head);
  if (!/^\s*\{/.test(text)) return kindOf(yamlMembers(text));
  const { members, schemas } = readJsonHead(text);
  const type = members.get('type');
  // Where nothing else says it, as in those of Pydantic, which have their definitions first.
  const isObject = type === 'object' ? schemas.has('properties') : !isWhole && type === undefined;
  return kindOf(members) ?? (isObject && schemas.size > 0 ? 'json-schema' : undefined);
}

/** Whether a JSON document that is read as data has parts that are usual in a JSON Schema. */
export function looksLikeSchema(head: Uint8Array): boolean {
  return readJsonHead(new TextDecoder().decode(head)).schemas.size > 0;
}

function kindOf(members: ReadonlyMap<string, string>): 'json-schema' | 'odcs' | undefined {
  return marks.find(([, name, value]) => value.test(members.get(name) ?? ''))?.[0];
}

interface JsonHead {
  /** The texts that are members of the outermost object. */
  readonly members: Map<string, string>;
  /** Its members that have schemas: objects with a type of JSON Schema, a reference, or alternatives. */
  readonly schemas: Set<string>;
}

const withSchemas = /^(?:properties|\$defs|definitions)$/;
const types = /^(?:object|array|string|number|integer|boolean|null)$/;

function readJsonHead(text: string): JsonHead {
  const found: JsonHead = { members: new Map(), schemas: new Set() };
  /** The names of the members that are being read, of the outermost object first; `undefined` in an array. */
  const path: (string | undefined)[] = [];
  let last: string | undefined;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\]:,]/g)) {
    const isText = token.startsWith('"');
    const [part = '', , keyword] = path;
    const isSchema =
      (keyword === 'type' && isText && types.test(token.slice(1, -1))) ||
      (keyword === '$ref' && isText) ||
      (keyword === 'anyOf' && token === '[');
    if (isSchema && path.length <= 4 && withSchemas.test(part)) found.schemas.add(part);
    if (token === '{' || token === '[') path.push(undefined);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ':') path[path.length - 1] = last;
    else if (token === ',') path[path.length - 1] = undefined;
    else if (path.length === 1 && path[0] !== undefined) found.members.set(path[0], token.slice(1, -1));
    last = isText ? token.slice(1, -1) : undefined;
    // What follows is another row.
    if (path.length === 0)
      return /\S/.test(text.slice(index + 1)) ? { members: new Map(), schemas: new Set() } : found;
  }
  return found;
}

function yamlMembers(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^['"]?([$\w]{1,20})['"]?:[ \t]{1,20}['"]?([^\s'"]{1,200})/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}
