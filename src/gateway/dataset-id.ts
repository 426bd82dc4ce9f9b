import { parseJson } from '../text/parse-json.ts';
import { type Mask, redactor, safeText } from '../text/redact.ts';

/** Of properties that have nothing but a dataset's ID. `id` can be that of a request or an operation. */
export const datasetIdNames = ['datasetid', 'dataset_id'];
const containerNames = ['dataset', 'data', 'result', 'value'];

/** A shorter secret is likely to be part of the ID by chance. */
const minMaskedLength = 8;

/** In characters. A longer text is no ID. */
const maxIdLength = 500;

/**
 * The dataset's ID as plain text, from the top of a response or the first container with one; undefined if there is none that is
 * certain. Short secrets aren't masked in it, because people search for the dataset by its ID.
 */
export function datasetIdIn(
  top: Properties,
  secrets: readonly string[],
  names: readonly string[] = [...datasetIdNames, 'id'],
): string | undefined {
  const places = [top, ...containerNames.map((name) => propertiesOf(top.get(name)?.[0]))];
  const values = places
    .flatMap((place) => names.map((name) => place.get(name)))
    .find((each) => each?.some((value) => value !== null && value !== ''));
  const texts = new Set(values?.map(identifierText));
  const [text = ''] = texts;
  return texts.size === 1 ? identifier(text, idMask(secrets)) : undefined;
}

/** Where datasets are created, and its path below the base URL: another host name or prefix may be in front of a gateway. */
export interface DatasetAddress {
  readonly url: URL;
  readonly path: string;
}

/** The dataset's ID, if `Location` is the request's path and one more segment, at the same origin. Any other names something else. */
export function idInLocation(
  location: string,
  { url, path }: DatasetAddress,
  secrets: readonly string[],
): string | undefined {
  // Before it is cut: a secret can contain slashes.
  const mask = idMask(secrets);
  if (mask(location) !== location || !URL.canParse(location, url.href)) return undefined;
  const { origin, pathname } = new URL(location, url);
  const [, parent, segment] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (origin !== url.origin || segment === undefined || !parent?.endsWith(path)) return undefined;
  try {
    return identifier(decodeURIComponent(segment), mask);
  } catch {
    return identifier(segment, mask);
  }
}

function idMask(secrets: readonly string[]): Mask {
  return redactor(secrets.filter(({ length }) => length >= minMaskedLength));
}

/** Undefined if the text is too long to be an ID. */
function identifier(text: string, mask: Mask): string | undefined {
  return [...text.slice(0, 2 * maxIdLength + 1)].length > maxIdLength
    ? undefined
    : safeText(text, mask) || undefined;
}

/** Empty for a number that JavaScript may have rounded: a wrong ID is worse than none. */
function identifierText(value: unknown): string {
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
}

/** The properties of an object by lower-case name, each with its values: a name can occur twice. */
export type Properties = ReadonlyMap<string, readonly unknown[]>;

/** A property for an ID, and its value if it is a number that JavaScript would round. In a string of JSON, the quotes would be escaped. */
const idProperty = /"((?:dataset_?)?id)"(\s*:\s*)(-?\d{16,}(?=\s*[,}]))?/gi;

/** Follows the name of a property for an ID in JSON, and is its number: of two properties with one name, JSON keeps the last. */
const numbered = /\0\d+$/;

/** The value of a response's JSON, for `propertiesOf`: no property for an ID is lost or rounded. Undefined if it isn't JSON. */
export function parseResponse(body: string): unknown {
  let count = 0;
  return parseJson(
    body.replace(idProperty, (_, name: string, colon: string, digits?: string) => {
      count += 1;
      return `"${name}\\u0000${count}"${colon}${digits === undefined ? '' : `"${digits}"`}`;
    }),
  );
}

/** Of any other value than an object, there are none. If it is an array with one item, those of that item. */
export function propertiesOf(value: unknown): Properties {
  const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return new Map();
  const properties = new Map<string, unknown[]>();
  for (const [name, item] of Object.entries(object)) {
    const key = name.replace(numbered, '').toLowerCase();
    properties.set(key, [...(properties.get(key) ?? []), item]);
  }
  return properties;
}
