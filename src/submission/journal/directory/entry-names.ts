import { isEntryId } from '../entry.ts';
import type { FactKind } from './format.ts';

/** Which files of one entry exist. */
export interface EntryNames {
  readonly id: string;
  readonly facts: readonly FactKind[];
}

export const factKinds: readonly FactKind[] = ['answered', 'outcome', 'lost', 'doubted', 'settled'];

export function entryName(id: string): string {
  return `${id}.entry`;
}

export function factName(id: string, kind: FactKind): string {
  return `${id}.${kind}`;
}

/** The entries among a folder's file names, oldest first, and the facts without an entry. */
export function entriesAmong(names: readonly string[]): {
  readonly entries: readonly EntryNames[];
  readonly orphans: readonly string[];
} {
  const present = new Set(names);
  const entries: EntryNames[] = [];
  const orphans: string[] = [];
  for (const name of [...names].sort()) {
    const [id = '', kind = '', ...more] = name.split('.');
    if (!isEntryId(id) || more.length > 0) continue;
    if (kind === 'entry')
      entries.push({ id, facts: factKinds.filter((fact) => present.has(factName(id, fact))) });
    else if (isFactKind(kind) && !present.has(entryName(id))) orphans.push(name);
  }
  return { entries, orphans };
}

/** Includes names that only look like an entry's: reading them finds no entry. */
export function entryIds(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.entry')).map((name) => name.slice(0, -'.entry'.length));
}

function isFactKind(kind: string): boolean {
  return factKinds.some((known) => known === kind);
}

/** Identifies an entry in its current state: a new fact is a new file. */
export function keyOf({ id, facts }: EntryNames): string {
  return [id, ...facts].join('.');
}
