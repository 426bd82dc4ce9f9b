import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Question } from './consent.ts';

/** In milliseconds, from the question to its answer. */
const lifetime = 10 * 60_000;

/** Longer ones are not ours. */
const maxLength = 500;

/**
 * Request states: the client keeps one while a person answers, and returns it with the answer (Model Context Protocol 2026-07-28,
 * "Multi Round-Trip Requests"). Each is good for one answer to the question that it was made for, in this process, for 10 minutes.
 *
 * @param now Milliseconds of a clock that nobody sets.
 */
export function requestStates(now: () => number = () => performance.now()) {
  const key = randomBytes(32);
  /** When each used state ends, by its number. */
  const used = new Map<number, number>();
  let last = 0;
  const sealOf = (content: string) => createHmac('sha256', key).update(content).digest();

  return {
    create: (question: Question): string => {
      last += 1;
      const fields = JSON.stringify([last, now() + lifetime, digestOf(question)]);
      const content = Buffer.from(fields).toString('base64url');
      return `${content}.${sealOf(content).toString('base64url')}`;
    },
    /** `unknown`: not made by this process, or too old. `refused`: made for another question, or used. */
    use: (state: string, question: Question): 'valid' | 'unknown' | 'refused' => {
      const [content = '', seal = ''] = state.slice(0, maxLength).split('.');
      const given = Buffer.from(seal, 'base64url');
      const right = sealOf(content);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'unknown';
      const [number, end, digest] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
        number,
        number,
        string,
      ];
      for (const [other, itsEnd] of used) if (itsEnd <= now()) used.delete(other);
      if (end <= now()) return 'unknown';
      if (used.has(number) || digest !== digestOf(question)) return 'refused';
      used.set(number, end);
      return 'valid';
    },
  };
}

function digestOf({ message, about }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([message, ...about]))
    .digest('base64url');
}
