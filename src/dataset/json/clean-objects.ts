import type { Path, Place, Span } from '../finding.ts';
import { valueAt } from '../value-at.ts';
import { type Census, censusOf, namesEachOnce } from './key-count.ts';
import { locateInJson } from './locate.ts';

/**
 * The tables and columns of a JSON text in which no property is named twice, in the order of the text: where one is
 * named twice somewhere, this leaves little to be searched. `value` is what `JSON.parse` made of the text.
 */
export function cleanObjects(text: string, value: unknown, census: Census): Span[] {
  const tables = itemsOf(value, ['tables']);
  const suspects: Place[] = [];
  const clean = cleanAmong(text, value, census, tables, (place) => suspects.push(place));
  const columns = suspects.flatMap((table) => itemsOf(value, [...table.path, 'columns']));
  clean.push(...cleanAmong(text, value, census, columns, () => {}));
  return clean.sort((a, b) => a.start - b.start);
}

function cleanAmong(
  text: string,
  value: unknown,
  census: Census,
  places: readonly Place[],
  onSuspect: (place: Place) => void,
): Span[] {
  if (places.length === 0) return [];
  const locate = locateInJson(text, value, census, places);
  return places.flatMap((place) => {
    const span = locate(place);
    const item = valueAt(value, place.path);
    const part = text.slice(span.start, span.end);
    if (part.startsWith('{') && namesEachOnce(part, item, censusOf(item))) return [span];
    onSuspect(place);
    return [];
  });
}

function itemsOf(root: unknown, path: Path): Place[] {
  const items = valueAt(root, path);
  if (!Array.isArray(items)) return [];
  return items.map((_, index) => ({ path: [...path, index], target: 'value' }));
}
