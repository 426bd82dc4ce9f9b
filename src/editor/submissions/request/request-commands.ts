import { env, l10n } from 'vscode';
import { curlCommand, describeRequest } from '../../../gateway/presentation/describe-request.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { notify } from '../../notifications.ts';
import { showFailure } from '../../show-failure.ts';
import type { Studio } from '../../studio/studio.ts';
import { checkSource } from '../create/check-source.ts';
import { describeSourceFailure, readSource } from '../create/dataset-source.ts';
import { targetsOf } from '../create/target.ts';

type RequestDependencies = Pick<Studio, 'settings' | 'documents'>;

/** Preview Request: shows what Create Dataset would send, with masked secrets. Sends nothing and reads no secrets. */
export async function previewRequest(studio: RequestDependencies, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  const { environment, body, source } = prepared;
  await studio.documents.show(
    `${source.name} → ${environment.name}.http`,
    describeRequest(environment.service, body),
  );
}

/** Copy Request as cURL: secrets are shell variables. */
export async function copyAsCurl(studio: RequestDependencies, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  const { environment, body, source } = prepared;
  const fromFile = source.uri.scheme === 'file' && source.format === 'json' && !source.unsaved;
  const command = curlCommand(
    environment.service,
    fromFile ? { kind: 'file', path: source.uri.fsPath } : { kind: 'inline', body },
  );
  await env.clipboard.writeText(command);
  void notify(
    'information',
    l10n.t(
      'The cURL command was copied. Set DATASET_ACCESS_TOKEN and DATASET_SUBSCRIPTION_KEY in the shell that runs it.',
    ),
  );
}

async function prepare(studio: RequestDependencies, target: unknown) {
  const [uri] = targetsOf(target).uris;
  if (!uri) return undefined;
  const reading = await readSource(uri);
  if (!reading.ok) {
    showFailure(describeSourceFailure(reading.failure));
    return undefined;
  }
  const source = reading.value;
  const environment = await chooseEnvironment(studio.settings);
  if (!environment) return undefined;
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid) {
    const [first] = checked.problems.filter(({ severity }) => severity === 'error');
    showFailure(
      l10n.t(
        '{0} has errors, so there is no request to show. Line {1}: {2}',
        source.name,
        (first?.range.start.line ?? 0) + 1,
        first?.message ?? '',
      ),
    );
    return undefined;
  }
  return { source, environment, body: checked.body };
}
