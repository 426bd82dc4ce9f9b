import type { IdentitySession } from './identity-session.ts';

/** Sign-ins to one environment by windows or browsers that share the note but no secrets. */
const maxSignIns = 8;

/** The last revision of each sign-in by its `id`, the latest last. Each turn reads the note of the turn before it. */
export type SessionNote = ReadonlyMap<string, number>;

type SessionRevision = Pick<IdentitySession, 'id' | 'revision'>;

/** Reads what `writtenNote` returned; empty for anything else. */
export function readNote(text: string | undefined): SessionNote {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return new Map(
      (Array.isArray(value) ? value : []).filter(
        (entry): entry is [string, number] =>
          Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
      ),
    );
  } catch {
    return new Map();
  }
}

export function writtenNote(note: SessionNote, { id = '', revision }: SessionRevision): string {
  const others = [...note].filter(([other]) => other !== id);
  return JSON.stringify([...others, [id, revision] as const].slice(-maxSignIns));
}

/** Whether there is a newer revision, of the same sign-in or of another. */
export function isBehind(note: SessionNote, { revision }: SessionRevision): boolean {
  return [...note.values()].some((other) => other > revision);
}

/** Whether another window has renewed this sign-in, and so has used its refresh token. */
export function isOutdated(note: SessionNote, { id = '', revision }: SessionRevision): boolean {
  return (note.get(id) ?? 0) > revision;
}
