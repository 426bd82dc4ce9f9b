import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnGit, runOwnGit } from '../git.ts';

/** A setting of Git: its name and its value. */
export type GitSetting = readonly [name: string, value: string];

/** What the user's own configuration could do at a push or a fetch that is no push or fetch. */
const quiet: readonly GitSetting[] = [
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['push.gpgSign', 'false'],
  ['push.followTags', 'false'],
  ['advice.graftFileDeprecated', 'false'],
  // Nobody may be there to answer a credential helper's window.
  ['credential.interactive', 'false'],
  // A credential goes to the host that it is for, and to no other.
  ['http.followRedirects', 'false'],
  ['transfer.bundleURI', 'false'],
  ['fetch.uriProtocols', ''],
  // A transport whose Git was ended gives up after a minute without a byte.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '60'],
];

export interface OwnRepository extends OwnGit {
  remove(): void;
}

/** Variables of the user that say how remotes are reached. `DATASET_*` are never among them. */
const transportVariables =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS.*)|GIT_(?:SSH.*|ASKPASS|SSL_.*)|SSL_CERT_(?:FILE|DIR)|CURL_CA_BUNDLE|(?:https?|all|no)_proxy|DISPLAY|USER|USERNAME|LOGNAME|APPDATA|ProgramData)$/i;

/**
 * A bare repository in a temporary folder, which is removed at the end of this process. No hook, template, or configuration of another
 * repository applies to it. `settings` are handed on in variables: a file would stay if this process is killed, and others can
 * read a command line.
 */
export async function makeOwnRepository(
  program: string,
  objectFormat: 'sha1' | 'sha256',
  settings: readonly GitSetting[],
): Promise<OwnRepository> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'dataset-journal-')));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.on('exit', remove);
  const transports = Object.entries(process.env).filter(([name]) => transportVariables.test(name));
  const own: OwnRepository = {
    remove,
    program,
    root: folder,
    variables: {
      ...Object.fromEntries(transports),
      ...configurationVariables([...quiet, ['core.hooksPath', join(folder, 'no-hooks')], ...settings]),
      GIT_DIR: folder,
      GIT_ALLOW_PROTOCOL: 'file:http:https:ssh',
      GIT_TERMINAL_PROMPT: '0',
    },
  };
  await runOwnGit(
    own,
    'init',
    ['--quiet', '--bare', '--template=', `--object-format=${objectFormat}`],
    60_000,
  );
  return own;
}

/** After those that the user has set in the same way. */
function configurationVariables(settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  const before = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  const pairs = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${before + index}`, name],
    [`GIT_CONFIG_VALUE_${before + index}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(before + settings.length) };
}
