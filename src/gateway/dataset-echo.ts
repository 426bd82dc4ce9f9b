import { parseJson } from './error-reason.ts';

/** The objects of a response that can describe the dataset (contract, "Dataset ID"), as their properties. */
export type DatasetPlaces = readonly Properties[];

/** By lower-case name. */
type Properties = ReadonlyMap<string, unknown>;

/**
 * Whether a response describes another dataset than the one that was sent: it has another name, or lacks one of its tables or
 * columns. The service may add tables, columns, and properties, change the order, and trim names. `text` is the response,
 * `sent` the request body.
 */
export function describesOther(places: DatasetPlaces, text: string, sent: Uint8Array): boolean {
  const names = places.map((place) => place.get('name')).filter((name) => typeof name === 'string');
  // A service may list no tables before it has created them.
  const listings = places.map((place) => place.get('tables')).filter((tables) => isFilledArray(tables));
  if (names.length === 0 && listings.length === 0) return false;
  const body = new TextDecoder().decode(sent);
  let parsed: Properties | undefined;
  const dataset = () => {
    parsed ??= propertiesOf(parseJson(body));
    return parsed;
  };
  const name = leadingName(body) ?? dataset().get('name');
  if (typeof name !== 'string') return false;
  if (names.length > 0 && !names.some((other) => tidy(other) === tidy(name))) return true;
  if (listings.length === 0 || hasSameTables(text, body)) return false;
  return !listings.some((listing) => lists(listing, dataset().get('tables')));
}

/** The properties of an object by lower-case name. If the value is an array with one item, of that item. */
export function propertiesOf(value: unknown): Properties {
  const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return new Map();
  return new Map(
    Object.entries(object)
      .reverse()
      .map(([name, item]) => [name.toLowerCase(), item]),
  );
}

/** The name of a dataset whose JSON begins with it. Takes much less time than to parse the JSON. */
function leadingName(json: string): unknown {
  const [, name] = /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(json) ?? [];
  return name === undefined ? undefined : parseJson(name);
}

/** True if both texts have the same tables in the same spelling: most services return them as they were sent, or compact. */
function hasSameTables(text: string, body: string): boolean {
  const start = body.indexOf('"tables"');
  return (
    start !== -1 && text.startsWith(body.slice(start, body.lastIndexOf(']') + 1), text.indexOf('"tables"'))
  );
}

/** Whether a listing of tables or columns contains the names of all that were sent. */
function lists(listing: readonly unknown[], sent: unknown): boolean {
  if (!Array.isArray(sent)) return true;
  const listed = new Map(listing.map((item) => [nameOf(item), item]));
  // They are listed in another form, for example by their IDs.
  if (listed.has(undefined)) return true;
  return sent.every((item) => {
    const name = nameOf(item);
    if (!listed.has(name)) return false;
    const columns = propertiesOf(listed.get(name)).get('columns');
    return !isFilledArray(columns) || lists(columns, propertiesOf(item).get('columns'));
  });
}

function nameOf(item: unknown): string | undefined {
  const name = typeof item === 'string' ? item : propertiesOf(item).get('name');
  return typeof name === 'string' ? tidy(name) : undefined;
}

function tidy(name: string): string {
  return name.normalize().trim();
}

function isFilledArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
