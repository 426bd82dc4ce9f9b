import { l10n, type Uri } from 'vscode';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { showFailure } from '../../notifications.ts';
import { accessTo, type CreateDependencies } from '../access.ts';
import type { CreateResult } from '../create/create-result.ts';
import { type CheckedFile, checkMany } from './check-many.ts';
import { confirmMany } from './confirm-many.ts';
import { runBatch } from './run-batch.ts';

/** Creates a dataset from each document: checks all of them, asks once, then submits them. Results in the order of the URIs. */
export async function createMany(studio: CreateDependencies, uris: readonly Uri[]): Promise<CreateResult[]> {
  const files = await checkMany(studio.settings, uris);
  if (!files) return uris.map(() => ({ outcome: 'cancelled' }));
  const valid = files.filter((file) => file.valid);
  if (valid.length === 0) {
    showNoneValid(files);
    return files.map(() => ({ outcome: 'invalid' }));
  }
  const results = await submitValid(studio, files, valid);
  return files.map(
    ({ uri, valid: isValid }) =>
      results.get(uri.toString()) ?? { outcome: isValid ? 'cancelled' : 'invalid' },
  );
}

async function submitValid(
  studio: CreateDependencies,
  files: readonly CheckedFile[],
  valid: readonly CheckedFile[],
): Promise<ReadonlyMap<string, CreateResult>> {
  const nothing = new Map<string, CreateResult>();
  const environment = await chooseEnvironment(studio.settings);
  if (!environment || !(await confirmMany(studio, files, environment))) return nothing;
  const access = await accessTo(studio, environment);
  if (!access) return nothing;
  const documents = valid.map(({ uri }) => uri.toString());
  const store = await studio.submissions();
  const started = await store.batches.begin({
    environment: environment.name,
    requestUrl: datasetUrl(environment.service).href,
    documents,
  });
  if (!started.ok) {
    const outcome = { outcome: 'not-sent', reason: 'journal', failure: started.failure } as const;
    showFailure(describeOutcome(outcome, environment.name).text);
    return new Map(documents.map((document) => [document, { outcome: 'not-sent' }]));
  }
  const invalid = files.filter((file) => !file.valid);
  return runBatch(studio, started.value, access, invalid);
}

function showNoneValid(files: readonly CheckedFile[]): void {
  const [first] = files;
  if (!first || first.valid) {
    showFailure(l10n.t('No dataset file was selected. Select a file such as sales.dataset.json.'));
    return;
  }
  showFailure(
    files.length === 1
      ? l10n.t("{0} can't be submitted. {1}", first.name, first.reason)
      : l10n.t(
          'All {0} files have errors, so nothing was sent. {1}: {2}',
          files.length,
          first.name,
          first.reason,
        ),
  );
}
