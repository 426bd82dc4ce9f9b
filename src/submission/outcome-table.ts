import * as l10n from '@vscode/l10n';

/** What the user can do next. Each front end has its own button or advice for it. */
export type NextStep =
  | 'sign-in'
  | 'set-subscription-key'
  | 'set-client-secret'
  | 'edit-environment'
  | 'try-again'
  | 'check-service';

/** What a front end shows for an outcome, and what it returns. A row of a cause replaces parts of the row of its outcome. */
export interface OutcomeRow {
  readonly level: 'info' | 'warning' | 'error';
  /** The title of a group of submissions with this outcome. */
  readonly label: () => string;
  /** The state of a submission in a list, in lower case. `detail`: its dataset's ID, or its cause; empty if there is none. */
  readonly inList?: (detail: string, status: number) => string;
  /** The number of such documents of a batch, to follow "4 of 7 created". */
  readonly inBatch?: (count: number) => string;
  /** A codicon and its color. */
  readonly icon: { readonly id: string; readonly color?: string };
  /** Of the process (interface, "Command line"). */
  readonly exitCode: 0 | 1 | 3 | 4 | 5 | 6 | 130;
  /** Whether the user has to look at it: the Submissions view opens such groups. */
  readonly needsAttention: boolean;
}

const passed = { id: 'pass', color: 'testing.iconPassed' };
const notCreated = { id: 'circle-slash' };

/**
 * All words for outcomes and states of a submission are in this file: nothing else has to change to reword one.
 * Outcomes, what the user recorded, and what became of documents that were not submitted. In the order of urgency.
 */
export const outcomeTable = {
  unknown: {
    level: 'warning',
    label: () => l10n.t('Outcome unknown'),
    inList: (reason) =>
      reason === '' ? l10n.t('outcome unknown') : l10n.t('outcome unknown: {reason}', { reason }),
    inBatch: (count) => l10n.t('{count} unknown', { count }),
    icon: { id: 'question', color: 'list.warningForeground' },
    exitCode: 5,
    needsAttention: true,
  },
  'in-flight': {
    level: 'info',
    label: () => l10n.t('Being submitted'),
    inList: () => l10n.t('being submitted'),
    inBatch: (count) => l10n.t('{count} being submitted', { count }),
    icon: { id: 'sync~spin' },
    exitCode: 5,
    needsAttention: true,
  },
  rejected: {
    level: 'error',
    label: () => l10n.t('Rejected'),
    inList: (reason, status) =>
      reason === ''
        ? l10n.t('rejected with status {status}', { status })
        : l10n.t('rejected with status {status}: {reason}', { status, reason }),
    inBatch: (count) => l10n.t('{count} rejected', { count }),
    icon: { id: 'error', color: 'list.errorForeground' },
    exitCode: 4,
    needsAttention: true,
  },
  'not-sent': {
    level: 'error',
    label: () => l10n.t('Not sent'),
    inList: (reason) => (reason === '' ? l10n.t('not sent') : l10n.t('not sent: {reason}', { reason })),
    inBatch: (count) => l10n.t('{count} not sent', { count }),
    icon: notCreated,
    exitCode: 6,
    needsAttention: false,
  },
  invalid: {
    level: 'error',
    label: () => l10n.t('Not sent because of errors'),
    inBatch: (count) => l10n.t('{count} not sent because of errors', { count }),
    icon: notCreated,
    exitCode: 1,
    needsAttention: false,
  },
  skipped: {
    level: 'info',
    label: () => l10n.t('Skipped, submitted before'),
    inBatch: (count) => l10n.t('{count} skipped', { count }),
    icon: notCreated,
    exitCode: 6,
    needsAttention: false,
  },
  cancelled: {
    level: 'info',
    label: () => l10n.t('Cancelled, nothing was sent'),
    inList: () => l10n.t('cancelled before it was sent'),
    inBatch: (count) => l10n.t('{count} cancelled', { count }),
    icon: notCreated,
    exitCode: 130,
    needsAttention: false,
  },
  'not-created': {
    level: 'info',
    label: () => l10n.t('Not created'),
    inBatch: (count) => l10n.t('{count} not created', { count }),
    icon: notCreated,
    exitCode: 0,
    needsAttention: false,
  },
  created: {
    level: 'info',
    label: () => l10n.t('Created'),
    inList: (datasetId) =>
      datasetId === '' ? l10n.t('created, no ID known') : l10n.t('created: {datasetId}', { datasetId }),
    icon: passed,
    exitCode: 0,
    needsAttention: false,
  },
  accepted: {
    level: 'info',
    label: () => l10n.t('Created'),
    inList: (datasetId) =>
      datasetId === ''
        ? l10n.t('accepted, creation in progress, no ID known')
        : l10n.t('accepted, creation in progress: {datasetId}', { datasetId }),
    icon: passed,
    exitCode: 0,
    needsAttention: false,
  },
} as const satisfies Record<string, OutcomeRow>;

/** What the user recorded, in a list. `datasetId` is empty if it is not known. */
export const settledInList = {
  created: (datasetId: string) =>
    datasetId === ''
      ? l10n.t('created, recorded by you, no ID known')
      : l10n.t('created, recorded by you: {datasetId}', { datasetId }),
  'not-created': () => l10n.t('not created, recorded by you'),
};

/** All other sentences about unknown outcomes. Those without `l10n.t` are for the command line or the log, which are in English. */
export const unknownOutcome = {
  /** Before the cause. */
  opening: () => l10n.t('Outcome unknown.'),
  /** After the cause. */
  advice: (environment: string) =>
    l10n.t('The dataset may already exist in {environment}. Check before you submit it again.', {
      environment,
    }),
  /** Of an earlier submission of the same content. */
  ofEarlier: (time: string) =>
    l10n.t(
      'The same content was submitted on {time}, and its outcome is unknown. Check in the service, then record the outcome.',
      { time },
    ),
  /** Of one that can't be read. */
  ofUnreadable: (submission: string, reason: string) =>
    l10n.t(
      "The submission {submission} in the journal can't be read ({reason}), and may be of the same content. Restore its file. If nobody can, check in the service, then settle it as not created.",
      { submission, reason },
    ),
  /** `ids`: of submissions of other contents of a document. */
  ofOtherContents: (ids: string) => l10n.t('Other contents of this file have an unknown outcome: {0}.', ids),
  /** Of earlier versions of what is about to be created. */
  ofVersion: (name: string, time: string) =>
    l10n.t('An earlier version of {0} was submitted on {1}, and its outcome is unknown.', name, time),
  ofVersions: (count: number) =>
    l10n.t('The outcomes of {0} submissions of earlier versions are unknown.', count),
  unrecorded: ({ code, folder }: { readonly code: string; readonly folder: string }) =>
    l10n.t(
      "This outcome couldn't be written to the journal in {folder} ({code}). The journal lists the submission as unknown until it can be written.",
      { folder, code },
    ),
  interrupted: (count: number) =>
    count === 1
      ? l10n.t('A submission was interrupted before its response arrived. Its outcome is unknown.')
      : l10n.t(
          '{0} submissions were interrupted before their responses arrived. Their outcomes are unknown.',
          count,
        ),
  count: (count: number) =>
    count === 1
      ? l10n.t('1 submission with an unknown outcome')
      : l10n.t('{0} submissions with an unknown outcome', count),
  none: () => l10n.t('No submission has an unknown outcome.'),
  /** Of documents of a batch that is resumed. */
  willAsk: (count: number) => l10n.t('Outcome unknown, you will be asked: {0}', count),
  ifSubmittedAgain: () => l10n.t('Its outcome stays unknown, and there may be two datasets then'),
  stillInFlight: (submission: string) =>
    l10n.t(
      'The submission {submission} is still in progress. Wait for its outcome. If its process ended on another machine or in another container, the outcome counts as unknown once the time limits of its requests are over.',
      { submission },
    ),
  undeletable: (submission: string) =>
    l10n.t('The outcome of {submission} is unknown. Settle it before you delete it.', { submission }),

  processGone: (id: string) => `The process of submission ${id} has ended, its outcome is unknown.`,
  unreadable:
    'The outcome of its submission is unknown. Restore the file, or check in the service, then record the outcome.',
  afterSecondInterrupt: 'Press Ctrl+C again to cancel them: their outcome is then unknown.',
  filterHelp: 'only those whose outcome is unknown',
  failOnHelp: 'with 5 if an outcome is unknown',
  settleHelp: 'Record the outcome of a submission whose outcome is unknown.',
  settleDescription: 'Records the outcome of a submission whose outcome is unknown.',
  unpushed: (journal: string) =>
    `Outcomes couldn't be written to the journal ${journal}, which lists these submissions as unknown.`,
  itsSubmission: (id: string) => `Its submission is ${id}.`,
  listAdvice: '"dataset-studio submissions --unknown" lists them, and how to record their outcomes.',
  settleOne:
    'Check in the service whether the dataset exists. Then record its ID, or that it was not created:',
  settleSeveral:
    'Check in the service which datasets exist. First record the ID of each that does, then that the others were not created:',
};

/** What an agent gets, by the kind of its failure. In English, because models read it. Texts of others are in other fields. */
export const agentAnswers = {
  rejected: {
    message: 'The gateway rejected the dataset. Nothing was created.',
    next: 'Read `details`. Correct the document and validate it, or ask the user to correct the environment. Then create it again.',
  },
  'unknown-outcome': {
    message: 'The outcome is unknown: the dataset may have been created.',
    next: 'Do not submit it again. Ask the user to check in the service and to record the outcome (in VS Code in the Submissions view; otherwise with dataset-studio settle, if there is a journal).',
  },
  'not-sent': {
    message: 'Nothing was sent, because there was no connection.',
    next: 'Read `details`. You can try again once the cause is gone.',
  },
  'not-signed-in': {
    message: 'Nothing was sent, because there was no access token.',
    next: 'Ask the user to sign in (in VS Code: Dataset: Sign In; over MCP: by the DATASET_* variables of the server). Never ask for a password or token in the chat.',
  },
  'no-subscription-key': {
    message: 'Nothing was sent, because no subscription key is set.',
    next: 'Ask the user to set it (in VS Code: Dataset: Manage Environment…; over MCP: DATASET_SUBSCRIPTION_KEY). Never ask for a key in the chat.',
  },
  'journal-failed': {
    message: "Nothing was sent, because the journal of submissions can't be used.",
    next: 'Tell the user what `details` says. You can try again once it is corrected.',
  },
  'in-flight': {
    message: 'Nothing was sent, because this dataset is being submitted already.',
    next: 'Wait for the other submission. Its outcome is in the Submissions view of VS Code or in the journal.',
  },
  'earlier-unknown': {
    message: 'Nothing was sent, because the outcome of an earlier submission of the same content is unknown.',
    next: 'Ask the user to check in the service and to record the outcome of the submission in `earlier` (in VS Code in the Submissions view; otherwise with dataset-studio settle).',
  },
  cancelled: {
    message: 'Cancelled. Nothing was created.',
    next: 'Do not try again unless the user asks for it.',
  },
} as const;

export type AgentAnswer = keyof typeof agentAnswers;
