import { mkdtempSync, realpathSync, rmSync, utimes } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribedFileError } from '../../storage/file-operations.ts';
import { errorCode } from '../../system/error-code.ts';
import { onEnd } from '../../system/on-end.ts';
import { plainText } from '../../text/plain-text.ts';
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
  ['log.showSignature', 'false'],
  // Nobody may be there to answer a credential helper's window.
  ['credential.interactive', 'false'],
  // A credential goes to the host that it is for, and to no other.
  ['http.followRedirects', 'false'],
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

/** What begins with it in the temporary folder is removed: nobody else may call a file like this. */
const prefix = 'dataset-studio-own-git-';
/** In milliseconds. */
const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];

/**
 * A bare repository in a temporary folder, which is removed at the end of this process, or later, if this process is killed. No
 * hook, template, or configuration of another repository applies to it. `settings` are handed on in variables: a file would stay
 * if this process is killed, and others can read a command line. Fails with `ETEMPORARY`.
 */
export async function makeOwnRepository(
  program: string,
  objectFormat: 'sha1' | 'sha256',
  settings: readonly GitSetting[],
): Promise<OwnRepository> {
  let folder: string;
  try {
    folder = realpathSync.native(mkdtempSync(join(tmpdir(), prefix)));
  } catch (error) {
    throw temporaryFolderError(errorCode(error) ?? '');
  }
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const forget = onEnd(clean);
  // So it looks as young as it is used.
  setInterval(() => utimes(folder, new Date(), new Date(), () => undefined), hour).unref();
  const remove = () => {
    forget();
    clean();
  };
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
  const options = ['--quiet', '--bare', '--template=', `--object-format=${objectFormat}`];
  const { code, error } = await runOwnGit(own, 'init', options, 60_000);
  if (code !== 0) {
    remove();
    throw temporaryFolderError(error);
  }
  await removeAbandoned();
  return own;
}

/** Because of `reason`, which the system or Git says. */
export function temporaryFolderError(reason: string): DescribedFileError {
  return new DescribedFileError(
    'ETEMPORARY',
    `A journal in a branch needs a temporary folder that exists, can be written to, and has space left. ${plainText(tmpdir())} can't be used: ${plainText(reason, 1000)} Set TMPDIR (on Windows, TEMP) to another one.`,
  );
}

/** Removes what killed processes of this user have left for a day. The others touch theirs. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const own = names.filter((name) => name.startsWith(prefix)).map((name) => join(tmpdir(), name));
  // What can't be removed stays.
  await Promise.allSettled(
    own.map(async (path) => {
      const { uid, mtimeMs } = await lstat(path);
      const isMine = uid === (process.getuid?.() ?? uid);
      if (isMine && Date.now() - mtimeMs > day) await rm(path, { recursive: true, force: true });
    }),
  );
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
