import { nearest } from './nearest.ts';
import type { Kind } from './schema.ts';

/** What other formats call the properties, in lower case and letters only; each list is in the order of the schema. */
const synonyms: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  dataset: {
    name: ['title', 'label', 'dataset', 'datasetname', 'displayname'],
    tables: ['entities'],
  },
  table: {
    name: ['title', 'label', 'table', 'tablename', 'entity', 'entityname', 'displayname'],
    columns: ['fields', 'cols', 'attributes', 'properties'],
  },
  column: {
    name: ['title', 'label', 'column', 'columnname', 'field', 'fieldname', 'displayname'],
    dataType: ['type', 'columntype', 'fieldtype', 'dtype', 'sqltype', 'datatypename'],
  },
};

/**
 * The properties that the unknown ones of an object probably stand for. `absent`: the known ones that it doesn't have. Misspelled ones
 * come first; what other formats call a property is only suggested for one that nothing else stands for.
 */
export function suggestProperties(
  kind: Kind,
  unknown: readonly string[],
  absent: readonly string[],
): ReadonlyMap<string, string> {
  const suggested = new Map<string, string>();
  const left = new Set(absent);
  for (const property of unknown) {
    const near = nearest(property, absent);
    if (near === undefined) continue;
    suggested.set(property, near);
    left.delete(near);
  }
  for (const property of unknown) {
    const meant = suggested.has(property)
      ? undefined
      : [...left].find((each) => isSynonym(kind, property, each));
    if (meant === undefined) continue;
    suggested.set(property, meant);
    left.delete(meant);
  }
  return suggested;
}

/** Longer than any of the words. */
const maxLength = 40;

function isSynonym(kind: Kind, property: string, known: string): boolean {
  if (property.length > maxLength) return false;
  const words = Object.hasOwn(synonyms[kind], known) ? synonyms[kind][known] : undefined;
  return words?.includes(property.toLowerCase().replace(/[^a-z]/g, '')) === true;
}
