import { isRecord } from '../../is-record.ts';
import type { ClientCapabilities } from './revisions.ts';

/** What a person is asked before a submission. */
export interface Question {
  /** Lines of plain text. */
  readonly message: string;
  /** What an answer is good for: an answer to a question about anything else doesn't count. */
  readonly about: readonly string[];
}

/** `cannot-ask`: the client has no way to ask a person. `stale-answer`: it is the answer to another question, or was used. */
export type Answer = 'agreed' | 'declined' | 'cannot-ask' | 'stale-answer';

export type Ask = (question: Question) => Promise<Answer>;

/** The request that asks a person by a form (Model Context Protocol, "Elicitation"), the same in all revisions that have it. */
export function elicitation({ message }: Question) {
  const create = {
    type: 'boolean',
    title: 'Create',
    description: "Create the dataset. It can't be undone.",
    default: false,
  };
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties: { create }, required: ['create'] } },
  };
}

/** What a person answered. Whoever closes the form, or sends it as it is, has not agreed. */
export function readAnswer(result: unknown): 'agreed' | 'declined' {
  const isAgreed =
    isRecord(result) &&
    result.action === 'accept' &&
    isRecord(result.content) &&
    result.content.create === true;
  return isAgreed ? 'agreed' : 'declined';
}

/** Whether a client can show a form. Without a mode, a client means forms ("Elicitation", "Capabilities"). */
export function canAsk({ elicitation: modes }: ClientCapabilities): boolean {
  return isRecord(modes) && (isRecord(modes.form) || modes.url === undefined);
}

/** The first revision whose servers can ask. */
const firstWithForms = '2025-06-18';

/** The same for a session, whose revision may be older than forms. Revisions are dates, which compare as texts. */
export function canAskIn(version: string, capabilities: unknown): boolean {
  return version >= firstWithForms && isRecord(capabilities) && canAsk(capabilities);
}
