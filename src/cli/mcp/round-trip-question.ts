import { isRecord } from '../../is-record.ts';
import { type Answer, canAsk, elicitation, type Question, readAnswer } from './consent.ts';
import type { requestStates } from './request-states.ts';
import type { ClientCapabilities } from './revisions.ts';

/** The name of the only question. */
const questionKey = 'create';

/**
 * Asks the person without a session: the call ends with the question, and the client calls again with the answer (2026-07-28,
 * "Multi Round-Trip Requests").
 */
export function roundTripQuestion(
  { inputResponses, requestState }: Readonly<Record<string, unknown>>,
  capabilities: ClientCapabilities,
  states: ReturnType<typeof requestStates>,
) {
  let open: Question | undefined;
  return {
    /** Without an answer that counts, the call ends like one that was declined, and `openQuestion` replaces its result. */
    ask: async (question: Question): Promise<Answer> => {
      if (!canAsk(capabilities)) return 'cannot-ask';
      const answer = isRecord(inputResponses) ? inputResponses[questionKey] : undefined;
      if (answer !== undefined && typeof requestState === 'string') {
        const use = states.use(requestState, question);
        if (use === 'valid') return readAnswer(answer);
        if (use === 'refused') return 'stale-answer';
      }
      open = question;
      return 'declined';
    },
    /** What the client needs to ask, if the call ended with a question. */
    openQuestion: () =>
      open && { inputRequests: { [questionKey]: elicitation(open) }, requestState: states.create(open) },
  };
}
