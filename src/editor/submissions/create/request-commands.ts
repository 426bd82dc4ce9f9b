import { env, l10n } from 'vscode';
import {
  type BodySource,
  curlCommand,
  type ShellName,
  shells,
} from '../../../gateway/presentation/curl-command.ts';
import { checkSource } from '../../documents/dataset-source.ts';
import { readTarget } from '../../documents/read-target.ts';
import { describeUnjudged, showProjectFile } from '../../documents/unjudged.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import type { Studio } from '../../studio/studio.ts';
import { notify, showFailure } from '../../ui/notifications.ts';
import { showRequest } from './confirm-submission.ts';

type RequestStudio = Pick<Studio, 'settings' | 'documents'>;

/** Preview Request: shows what Create Dataset would send, with masked secrets. Sends nothing and reads no secrets. */
export async function previewRequest(studio: RequestStudio, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  await showRequest(studio, prepared.source.name, prepared.environment, prepared.body);
}

/**
 * Copy Request as cURL: secrets are environment variables. The shell is the usual one of the platform on which the file and
 * the integrated terminal are, which is the remote one in a remote window.
 */
export async function copyAsCurl(studio: RequestStudio, target?: unknown): Promise<void> {
  const prepared = await prepare(studio, target);
  if (!prepared) return;
  const { environment, body, source } = prepared;
  const fromFile = source.uri.scheme === 'file' && source.format === 'json' && !source.unsaved;
  const bodySource: BodySource = fromFile
    ? { kind: 'file', path: source.uri.fsPath }
    : { kind: 'inline', body };
  await copyFor(process.platform === 'win32' ? 'powershell' : 'posix', (shell) =>
    curlCommand(environment.service, bodySource, shell),
  );
}

async function copyFor(
  shell: ShellName,
  commandFor: (shell: ShellName) => ReturnType<typeof curlCommand>,
): Promise<void> {
  const command = commandFor(shell);
  if (command.ok) await env.clipboard.writeText(command.value);
  const message = command.ok
    ? l10n.t(
        'The cURL command was copied for {0}. Set the environment variables DATASET_ACCESS_TOKEN and DATASET_SUBSCRIPTION_KEY in the shell that runs it.',
        shells[shell].label(),
      )
    : l10n.t(
        'The cURL command was not copied, because {0} could change this text or run a part of it: {1}. Copy the command for another shell, or rename the file or edit the environment.',
        shells[shell].label(),
        command.failure.text,
      );
  const other = shell === 'posix' ? 'powershell' : 'posix';
  const button = {
    title: l10n.t('Copy for {0}', shells[other].label()),
    run: () => copyFor(other, commandFor),
  };
  void notify(command.ok ? 'info' : 'error', message, button);
}

async function prepare(studio: RequestStudio, target: unknown) {
  const source = await readTarget(target);
  const environment = source && (await chooseEnvironment(studio.settings));
  if (!environment) return undefined;
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid && checked.unjudged?.kind === 'broken') {
    void notify('error', describeUnjudged(checked.unjudged), showProjectFile(checked.unjudged));
    return undefined;
  }
  if (!checked.valid) {
    const [first] = checked.errors;
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
