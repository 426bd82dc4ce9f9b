import { env, l10n, window } from 'vscode';
import { curlCommand, describeRequest } from '../../../gateway/presentation/describe-request.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { showFailure } from '../../show-failure.ts';
import type { Studio } from '../../studio/studio.ts';
import { checkSource } from '../create/check-source.ts';
import { readSource } from '../create/dataset-source.ts';
import { targetsOf } from '../create/target.ts';

type RequestParts = Pick<Studio, 'settings' | 'documents'>;

/** Preview Request: what Create Dataset would send, secrets masked; nothing is sent and no secret is read. */
export async function previewRequest(studio: RequestParts, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  const { environment, body, source } = prepared;
  await studio.documents.show(
    `${source.name} → ${environment.name}.http`,
    describeRequest(environment.service, body),
  );
}

/** Copy Request as cURL: secrets are shell variables, never values. */
export async function copyAsCurl(studio: RequestParts, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  const { environment, body, source } = prepared;
  const fromFile = source.uri.scheme === 'file' && source.format === 'json' && !source.unsaved;
  const command = curlCommand(
    environment.service,
    fromFile ? { kind: 'file', path: source.uri.fsPath } : { kind: 'inline', body },
  );
  await env.clipboard.writeText(command);
  void window.showInformationMessage(
    l10n.t(
      'The cURL command is copied. Set DATASET_ACCESS_TOKEN and DATASET_SUBSCRIPTION_KEY in the shell that runs it.',
    ),
  );
}

async function prepare(studio: RequestParts, target: unknown) {
  const [uri] = targetsOf(target).uris;
  if (!uri) return undefined;
  const source = await readSource(uri);
  if ('failure' in source) {
    showFailure(source.failure);
    return undefined;
  }
  const environment = await chooseEnvironment(studio.settings);
  if (!environment) return undefined;
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid) {
    const [first] = checked.problems.filter(({ severity }) => severity === 'error');
    showFailure(
      l10n.t(
        '{0} has errors, so there is no request to show yet. Line {1}: {2}',
        source.name,
        (first?.range.start.line ?? 0) + 1,
        first?.message ?? '',
      ),
    );
    return undefined;
  }
  return { source, environment, body: checked.body };
}
