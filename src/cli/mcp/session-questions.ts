import { type Answer, elicitation, type Question, readAnswer } from './consent.ts';
import type { RequestId } from './json-rpc.ts';

/** Asks the person in a session: by requests to the client, which answers them when the person has (2025-06-18, "Elicitation"). */
export function sessionQuestions(send: (message: object) => void) {
  const waiting = new Map<RequestId, (result: unknown) => void>();
  let last = 0;
  let isOver = false;

  return {
    /** An answer that never comes, because the call is cancelled or the input ends, is none. */
    ask: async (question: Question, signal: AbortSignal): Promise<Answer> => {
      if (isOver || signal.aborted) return 'declined';
      const id = `question-${++last}`;
      const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
      const cancel = () => {
        send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
        waiting.get(id)?.(undefined);
      };
      signal.addEventListener('abort', cancel, { once: true });
      send({ jsonrpc: '2.0', id, ...elicitation(question) });
      const answer = readAnswer(await answered);
      signal.removeEventListener('abort', cancel);
      waiting.delete(id);
      return signal.aborted ? 'declined' : answer;
    },
    /** The answer to a request of this server; an error is no result. */
    answer: (id: RequestId | null, result: unknown) => {
      if (id !== null) waiting.get(id)?.(result);
    },
    /** Nobody answers any more. */
    end: () => {
      isOver = true;
      for (const resolve of waiting.values()) resolve(undefined);
    },
  };
}
