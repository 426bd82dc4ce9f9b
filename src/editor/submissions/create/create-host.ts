import { Uri, workspace } from 'vscode';
import type { CreateHost, Sender } from '../../../app/submissions/create-datasets.ts';
import { describePrevious } from '../../../app/submissions/dataset-status.ts';
import type { Environment } from '../../../environments/environment.ts';
import { secretsToMask } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../../identity/secrets/secret-vault.ts';
import { failure, success } from '../../../result.ts';
import { type DatasetQuestion, serviceOf } from '../../../submission/dataset-history.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import { bodyContentHash } from '../../../submission/journal/entry.ts';
import { documentName } from '../../../submission/state-message.ts';
import { plainText } from '../../../text/plain-text.ts';
import { readSource, type SourceResult } from '../../documents/dataset-source.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import type { Studio } from '../../studio/studio.ts';
import { submittedDocument } from '../../studio/submission-store.ts';
import { askAboutEarlier } from './ask-about-earlier.ts';
import { type CheckedFile, checkFile, type FilesByDocument } from './checked-file.ts';
import { confirmCreation, showRequest } from './confirm-submission.ts';
import { askAboutUnsettled, describeQuestions } from './earlier-versions.ts';
import { withCheckProgress, withSendProgress } from './progress-notification.ts';
import { logResult } from './show-outcome.ts';

export interface CreateChoices {
  /** By default, the user chooses it. */
  readonly environment?: Environment;
  /** What to create a dataset from, if the document isn't to be read. */
  readonly reading?: SourceResult;
  /** The batch to resume. */
  readonly interrupted?: Batch;
  /** What the confirmation says of files that are not read, in sentences. */
  readonly skipped?: readonly string[];
  /** Cancels the submission, as the progress does. */
  readonly signal?: AbortSignal;
}

/** How the editor creates datasets, and what it found when it checked the documents. */
export interface EditorHost extends CreateHost {
  readonly files: FilesByDocument;
}

export function editorHost(
  studio: Studio,
  { environment: given, reading, interrupted, skipped = [], signal }: CreateChoices = {},
): EditorHost {
  const { settings } = studio;
  const files = new Map<string, CheckedFile>();
  let environment = given;
  let batch: Batch | undefined;
  let isInBatch = false;
  let skipsCreated = false;
  /** The valid documents. */
  const contents: Pick<DatasetQuestion, 'document' | 'contentHash'>[] = [];
  let isValidating = false;
  let lastBody: Uint8Array | undefined;

  const load = async (document: string) => {
    const uri = Uri.parse(document);
    const { file, body } = await checkFile(uri, reading ?? (await readSource(uri)), settings);
    files.set(document, { ...file, name: files.get(document)?.name ?? file.name });
    if (body && isValidating) {
      lastBody = body;
      contents.push({ document: submittedDocument(uri), contentHash: bodyContentHash(body) });
    }
    return body;
  };
  const nameOf = (document: string) => files.get(document)?.name ?? documentName({ document });
  return {
    files,
    concurrency: settings.concurrency(),
    load,
    documentOf: (document) => submittedDocument(Uri.parse(document)),
    whileValidating: async (count, validate) => {
      isValidating = true;
      const validated = await withCheckProgress(count, validate);
      isValidating = false;
      return validated;
    },
    confirm: async ([document = ''], history) => {
      nameFolders(files);
      environment ??= await chooseEnvironment(settings);
      const to = environment;
      if (!to) return undefined;
      const { retentionPolicy } = to.service;
      const findIn = (records: typeof history) =>
        contents.map((each) => records.find({ ...each, service: serviceOf(to), retentionPolicy }));
      let found = findIn(history);
      if (settings.confirmation() !== 'never') {
        const answer = await askAboutUnsettled(studio, nameOf(document), found);
        if (answer === undefined) return undefined;
        if (answer === 'settled') found = findIn((await studio.submissions()).current.history);
      }
      const [only] = found;
      const choice = await confirmCreation(studio, [...files.values()], to, skipped, async () =>
        files.size === 1 && only?.state === 'changed' && lastBody
          ? describePrevious(only, lastBody, (await studio.submissions()).journal)
          : describeQuestions(files.size > 1 ? found : []),
      );
      if (choice === 'preview') {
        const body = await load(document);
        if (body) await showRequest(studio, nameOf(document), to, body);
      }
      return choice === 'create' ? to : undefined;
    },
    sender: async (to) => {
      const sender = await openSender(studio, to);
      return sender ? success(sender) : failure({ kind: 'cancelled' });
    },
    journal: async () => (await studio.submissions()).journal,
    batches: {
      begin: async (draft) => {
        if (!interrupted && draft.documents.length === 1) return success(undefined);
        const store = await studio.submissions();
        const begun = await (interrupted ? store.takeUp(interrupted) : store.batches.begin(draft));
        if (!begun.ok) return begun;
        batch = begun.value;
        return success(batch.id);
      },
      end: async (id, left) => {
        const store = await studio.submissions();
        if (left > 0 && batch) await store.putAside(batch);
        else await store.endBatch(id);
      },
    },
    whileSending: async (to, documents, send) => {
      isInBatch = documents.length > 1;
      return withSendProgress(documents, to.name, signal, send);
    },
    decide: async (document, earlier) => {
      if (skipsCreated && earlier.state.kind !== 'unknown') return 'skip';
      const name = nameOf(document);
      studio.log.info(`${name}: conflicts with the earlier submission ${earlier.entry.id}.`);
      const answer = await askAboutEarlier(studio, name, environment?.name ?? '', earlier, isInBatch);
      if (answer !== 'skip-all') return answer;
      skipsCreated = true;
      return 'skip';
    },
    onResult: (document, result) => logResult(studio.log, nameOf(document), environment, result),
  };
}

/** Adds their folders to the names that several files have. */
function nameFolders(files: Map<string, CheckedFile>): void {
  const counts = new Map<string, number>();
  for (const { name } of files.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [document, file] of files)
    if (counts.get(file.name) !== 1)
      files.set(document, { ...file, name: plainText(workspace.asRelativePath(Uri.parse(document))) });
}

/** Asks for the subscription key if none is stored, and stores it. Undefined if the user enters none. */
async function openSender(studio: Studio, environment: Environment): Promise<Sender | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const stored = await secrets.get('subscriptionKey');
  const subscriptionKey = stored ?? (await studio.prompt.ask('subscriptionKey', environment));
  if (subscriptionKey === undefined) return undefined;
  if (stored === undefined) await secrets.store('subscriptionKey', subscriptionKey);
  const { http, tokens } = await studio.connection();
  return {
    subscriptionKey,
    otherSecrets: () => secretsToMask(environment, secrets),
    timeout: studio.settings.timeout(),
    http,
    tokens,
  };
}
