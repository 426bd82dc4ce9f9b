#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Runs the published command line for the GitHub Action and the pre-commit hook, in the checkout that it reads. Its code and
// npm's configuration must come from elsewhere: `npx` would run `node_modules/dataset-studio` of the checkout, and obey its
// `.npmrc`. So the package is installed beside this script, in the folder of the action or of the hook.
//
// DATASET_STUDIO_VERSION: by default, the version of this repository. DATASET_STUDIO_REGISTRY: by default, npm's.

// A name that comes from a repository can be that of an option, such as --output=x. The action writes -- before the names, and so
// does a hook, unless somebody's own `args` replace those of the hook.
if (!process.argv.includes('--'))
  fail(
    'Names of files must come after --, so that none is taken for an option. In .pre-commit-config.yaml, write -- as the last of the args of the hook, such as args: [--max-warnings=0, --].',
  );

const repository = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
const named = process.env.DATASET_STUDIO_VERSION || manifest.version;
const registry = new URL(process.env.DATASET_STUDIO_REGISTRY || 'https://registry.npmjs.org/').href;
if (!/^\w[\w.+-]*$/.test(named)) fail(`"${named}" is not a version or tag of dataset-studio.`);
const installed = join(repository, '.installed');
mkdirSync(installed, { recursive: true });
// What is installed is kept, so a tag such as `latest`, which moves, is looked up each time.
const version = /^\d+\.\d+\.\d+/.test(named) ? named : lookUp();

const folder = join(installed, version);
const program = join(folder, 'node_modules', 'dataset-studio', 'dist', 'cli.js');
if (!existsSync(program)) install();
process.argv[1] = program;
await import(pathToFileURL(program).href);

/** Two hooks may install at the same time: each does in a folder of its own, and the first to finish keeps it. */
function install() {
  const own = mkdtempSync(join(installed, 'new-'));
  writeFileSync(join(own, 'package.json'), '{}\n');
  const options = ['--prefix=.', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, error } = npm(own, 2, 'install', `dataset-studio@${version}`, ...options);
  if (status !== 0) {
    rmSync(own, { recursive: true, force: true });
    const reason = error?.message ?? `npm exited with ${status}.`;
    fail(`dataset-studio ${version} can't be installed from ${registry}: ${reason}`);
  }
  try {
    renameSync(own, folder);
  } catch (renameError) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(program)) throw renameError;
  }
}

/** What npm needs: a program that is started gets no secret of datasets, such as DATASET_CLIENT_SECRET. */
function environmentOfNpm() {
  const system =
    /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA)$/i;
  const network = /^(HTTPS?_PROXY|NO_PROXY|ALL_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/i;
  const own = /^(NPM_CONFIG_.+|NPM_TOKEN|NODE_AUTH_TOKEN)$/i;
  const isNeeded = (name) => [system, network, own].some((names) => names.test(name));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)));
}

/** The newest version that a tag or the beginning of a version means now. */
function lookUp() {
  const { status, error, stdout } = npm(
    installed,
    'pipe',
    'view',
    `dataset-studio@${named}`,
    'version',
    '--json',
  );
  const found = status === 0 ? [JSON.parse(stdout || '[]')].flat().at(-1) : undefined;
  if (typeof found === 'string' && /^\w[\w.+-]*$/.test(found)) return found;
  const reason = error?.message ?? (status === 0 ? 'It has no such version.' : `npm exited with ${status}.`);
  return fail(`dataset-studio ${named} can't be looked up in ${registry}: ${reason}`);
}

/** Runs npm in a folder outside of the checkout. `output`: what becomes of its standard output. */
function npm(cwd, output, ...args) {
  // On Windows, npm is a script that only a shell runs. So no argument may have a space or a quote.
  const shell = process.platform === 'win32';
  const all = [...args, `--registry=${registry}`, '--loglevel=error'];
  const env = environmentOfNpm();
  return spawnSync('npm', all, { cwd, env, shell, stdio: ['ignore', output, 2], encoding: 'utf8' });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
