import * as l10n from '@vscode/l10n';
import type { SettingNames } from '../environments/setting-names.ts';
import type { AgentAnswer, NextStep, OutcomeRow } from './outcome-table.ts';

/** Whether the next document of a batch fails the same way: no, possibly, or certainly. */
export type Prospect = 'continue' | 'suspect' | 'abort';

/** The facts of a cause, as codes that are described when shown. */
export interface CauseDetails {
  readonly host?: string;
  readonly code?: string;
  readonly status?: number;
  readonly seconds?: number;
  /** Text of a server, as plain text. */
  readonly detail?: string;
}

export interface CauseRow {
  /** In words, short enough for a list. Plain text; empty if nothing is known. */
  readonly short: (details: Required<CauseDetails>) => string;
  /** Whether its code says more than the words. */
  readonly hasCode?: true;
  /** What to add to the outcome, in sentences; absent if that depends on more than the details. */
  readonly long?: (details: CauseDetails, names: SettingNames) => string;
  readonly next?: NextStep;
  readonly agent: AgentAnswer;
  readonly prospect?: Prospect | ((details: CauseDetails) => Prospect);
  readonly level?: OutcomeRow['level'];
  readonly exitCode?: (details: CauseDetails) => OutcomeRow['exitCode'];
}

/** In seconds. Longer waits are not shown exactly. */
const maxShownWait = 24 * 60 * 60;

const rejected = { agent: 'rejected' } as const;
const connection = { next: 'try-again', agent: 'not-sent', prospect: 'suspect' } as const;
const unknown = { next: 'check-service', agent: 'unknown-outcome', prospect: 'suspect' } as const;
const detailOf = ({ detail }: Required<CauseDetails>) => detail;

/**
 * Why an outcome is not *created*, by outcome. The journal stores these names: rows are added, and never removed or renamed.
 * `unrecognized`: another version of this program wrote it.
 */
export const causeTable = {
  rejected: rows(rejected, {
    token: {
      short: () => l10n.t('the access token was not accepted'),
      long: () => l10n.t('The access token was not accepted.'),
      next: 'sign-in',
      prospect: 'suspect',
    },
    // Nothing to do next here: a sign-in that meets it was offered already, or isn't possible here.
    challenge: {
      short: ({ detail }) =>
        l10n.t('the gateway requires a sign-in with {requirement}', { requirement: detail }),
      long: ({ detail = '' }) =>
        l10n.t(
          'The gateway requires a sign-in with {requirement}. Use an account and a grant type that support it.',
          { requirement: detail },
        ),
      prospect: 'abort',
    },
    'subscription-key': {
      short: () => l10n.t('problem with the subscription key'),
      long: () => l10n.t('The subscription key seems to be wrong or missing.'),
      next: 'set-subscription-key',
      prospect: 'suspect',
    },
    forbidden: {
      short: () => l10n.t('no permission'),
      long: () => l10n.t('This user or subscription key has no permission to create datasets.'),
      next: 'set-subscription-key',
      prospect: 'suspect',
    },
    address: {
      short: () => l10n.t('problem with the address'),
      long: ({ detail = '' }, names) =>
        l10n.t('The address seems to be wrong: {url}. Check {baseUrl} and {reportingPath}.', {
          ...names,
          url: detail,
        }),
      next: 'edit-environment',
      prospect: 'suspect',
    },
    'too-large': {
      short: () => l10n.t('the document is too large'),
      long: () => l10n.t('The document is larger than the gateway accepts. Split it into several datasets.'),
    },
    busy: {
      short: () => l10n.t('the gateway is busy'),
      long: ({ seconds }) =>
        seconds === undefined || seconds > maxShownWait
          ? l10n.t('The gateway is busy and did not process the request. Try again later.')
          : l10n.t('The gateway is busy and did not process the request. Try again in {seconds} s.', {
              seconds,
            }),
      next: 'try-again',
      // Of 503, the request was sent twice; 429 says that the gateway works.
      prospect: ({ status = 0 }) => (status >= 500 ? 'suspect' : 'continue'),
    },
    redirect: {
      short: ({ detail }) => l10n.t('a redirect to {target}', { target: detail }),
      long: ({ detail = '' }, names) =>
        l10n.t(
          'It redirects to {target}. Credentials are not sent to a redirect target. Check {baseUrl} and {reportingPath}.',
          { ...names, target: detail },
        ),
      next: 'edit-environment',
      prospect: 'suspect',
    },
    other: { short: detailOf },
    unrecognized: { short: detailOf },
  }),

  'not-sent': {
    'subscription-key': {
      short: () => l10n.t('no subscription key is set'),
      next: 'set-subscription-key',
      agent: 'no-subscription-key',
      prospect: 'abort',
    },
    token: {
      short: ({ detail }) =>
        detail === '' ? l10n.t('no access token') : l10n.t('no access token: {detail}', { detail }),
      agent: 'not-signed-in',
      prospect: ({ code = '' }) => (['unreachable', 'interrupted'].includes(code) ? 'suspect' : 'abort'),
      exitCode: ({ code }) => (code === 'unreachable' ? 6 : 3),
    },
    journal: {
      short: () => l10n.t("the journal couldn't be written"),
      hasCode: true,
      next: 'try-again',
      agent: 'journal-failed',
      prospect: 'abort',
    },
    earlier: {
      short: () => l10n.t('the same content was submitted before'),
      agent: 'earlier-unknown',
      level: 'warning',
    },
    ...rows(connection, {
      'name-not-found': { short: ({ host }) => l10n.t('the host {host} was not found', { host }) },
      refused: { short: ({ host }) => l10n.t('{host} refused the connection', { host }) },
      unreachable: { short: ({ host }) => l10n.t("{host} can't be reached", { host }) },
      certificate: {
        short: ({ host }) => l10n.t('the certificate of {host} is not trusted', { host }),
        hasCode: true,
      },
      tls: { short: ({ host }) => l10n.t('no secure connection to {host}', { host }), hasCode: true },
      proxy: { short: ({ host }) => l10n.t('the proxy for {host} failed', { host }) },
      insecure: { short: ({ host }) => l10n.t('the connection to {host} would not be encrypted', { host }) },
      timeout: { short: ({ seconds }) => l10n.t('no response within {seconds} s', { seconds }) },
      'invalid-header': { short: () => l10n.t("a credential contains a character that can't be sent") },
      other: {
        short: ({ host, code, detail }) =>
          code === '' ? detail : l10n.t('no connection to {host}', { host }),
        hasCode: true,
      },
      unrecognized: { short: detailOf },
    }),
  },

  unknown: rows(unknown, {
    status: {
      short: ({ status, detail }) =>
        detail === ''
          ? l10n.t('status {status}', { status })
          : l10n.t('status {status}: {detail}', { status, detail }),
    },
    'web-page': { short: () => l10n.t('the response is a web page'), prospect: 'abort' },
    'reported-error': {
      short: ({ detail }) =>
        detail === ''
          ? l10n.t('the response reports an error')
          : l10n.t('the response reports an error: {detail}', { detail }),
    },
    'connection-lost': {
      short: () => l10n.t('the connection was lost before a response arrived'),
      hasCode: true,
    },
    timeout: { short: ({ seconds }) => l10n.t('no response within {seconds} s', { seconds }) },
    cancelled: { short: () => l10n.t('cancelled after the request was sent'), prospect: 'continue' },
    'invalid-response': { short: () => l10n.t('the response is not HTTP'), hasCode: true },
    'process-gone': { short: () => l10n.t('the program ended before a response arrived') },
    newer: { short: () => l10n.t('it was recorded by a newer version of Dataset Studio'), hasCode: true },
    damaged: { short: () => l10n.t('its record is damaged'), hasCode: true },
    error: { short: ({ detail }) => l10n.t('an unexpected error ({error})', { error: detail }) },
    unrecognized: { short: detailOf },
  }),
} satisfies Record<string, Readonly<Record<string, CauseRow>>>;

/** Rows that have parts in common. */
function rows<Kind extends string>(
  common: Pick<CauseRow, 'agent' | 'next' | 'prospect'>,
  byKind: Readonly<Record<Kind, Partial<CauseRow> & Pick<CauseRow, 'short'>>>,
): Readonly<Record<Kind, CauseRow>> {
  const all = { ...byKind } as Record<Kind, CauseRow>;
  for (const kind in byKind) all[kind] = { ...common, ...byKind[kind] };
  return all;
}

export type CausedOutcome = keyof typeof causeTable;

export type CauseKind<Outcome extends CausedOutcome> = keyof (typeof causeTable)[Outcome];

export type Cause<Outcome extends CausedOutcome> = CauseDetails & { readonly kind: CauseKind<Outcome> };

/** The kind that a text stands for. */
export function causeKindOf<Outcome extends CausedOutcome>(
  outcome: Outcome,
  text: string,
): CauseKind<Outcome> | 'unrecognized' {
  return Object.hasOwn(causeTable[outcome], text) ? (text as CauseKind<Outcome>) : 'unrecognized';
}
