import type { IdentitySession } from './identity-session.ts';

/** So many sign-ins to one environment are remembered: of windows, or of browsers, that share the note but no secrets. */
const longest = 8;

/** What is passed on with the turn: the last revision of each sign-in, by its `id`, the latest last. */
export type SessionNote = ReadonlyMap<string, number>;

type Noted = Pick<IdentitySession, 'id' | 'revision'>;

/** Empty for anything that `writtenNote` didn't write. */
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

export function writtenNote(note: SessionNote, { id = '', revision }: Noted): string {
  const others = [...note].filter(([other]) => other !== id);
  return JSON.stringify([...others, [id, revision] as const].slice(-longest));
}

/** Whether anything is newer than this session, be it the same sign-in or another. */
export function isBehind(note: SessionNote, { revision }: Noted): boolean {
  return [...note.values()].some((noted) => noted > revision);
}

/** Whether this very sign-in has gone on elsewhere: its refresh token has been used. */
export function isOutdated(note: SessionNote, { id = '', revision }: Noted): boolean {
  return (note.get(id) ?? 0) > revision;
}
