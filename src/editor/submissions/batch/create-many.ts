import { l10n, type Uri } from 'vscode';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { showFailure } from '../../show-failure.ts';
import type { CreateResult } from '../create/create-result.ts';
import { accessTo, type CreateParts } from '../submission-parts.ts';
import { type CheckedFile, checkMany } from './check-many.ts';
import { conductRun } from './conduct-run.ts';
import { confirmMany } from './confirm-many.ts';

/** Creates a dataset of each document: all checked first, one question, then so many at a time. Results in the order of the URIs. */
export async function createMany(studio: CreateParts, uris: readonly Uri[]): Promise<CreateResult[]> {
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
  studio: CreateParts,
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
  const begun = await store.runs.begin({
    environment: environment.name,
    requestUrl: datasetUrl(environment.service).href,
    documents,
  });
  if (!begun.ok) {
    showFailure(describeOutcome({ outcome: 'not-sent', journal: begun.fault }, environment.name).text);
    return new Map(documents.map((document) => [document, { outcome: 'not-sent' }]));
  }
  const invalid = files.filter((file) => !file.valid);
  return conductRun(studio, begun.run, access, invalid);
}

function showNoneValid(files: readonly CheckedFile[]): void {
  const [first] = files;
  if (!first || first.valid) {
    showFailure(l10n.t('No dataset file was given. Name one such as sales.dataset.json.'));
    return;
  }
  showFailure(
    files.length === 1
      ? l10n.t('{0} can’t be sent. {1}', first.name, first.reason)
      : l10n.t(
          'All {0} files have errors, so nothing was sent. {1}: {2}',
          files.length,
          first.name,
          first.reason,
        ),
  );
}
