import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryFolder } from '../../scripts/repository.ts';
import { type Registries, startRegistries } from './registries.ts';
import { releaseUnderTest } from './release-under-test.ts';

const { jobs } = parse(readFileSync(join(repositoryFolder, '.github/workflows/release.yml'), 'utf8'));

/** The last command of a job, which publishes. */
function command(job: string): string {
  return jobs[job].steps.at(-1).run;
}

describe('The command of the release workflow', () => {
  let registries: Registries;
  afterEach(() => registries.close());

  async function run(script: string): Promise<string> {
    const { folder } = await releaseUnderTest();
    const env = {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      OVSX_REGISTRY_URL: registries.url,
      VSCE_MARKETPLACE_URL: registries.url,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${registries.url}/id-token`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
    };
    const child = spawn('bash', ['-e', '-c', script.replace('release/', `${folder}/`)], {
      cwd: repositoryFolder,
      env,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const status = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(status, 0, output);
    return output;
  }

  /** Publishes the .vsix, and skips it when it is published already. */
  async function publishesOnce(script: string, path: string): Promise<void> {
    const { version } = await releaseUnderTest();
    registries = await startRegistries(version);
    assert.match(await run(script), /already published\. Skipping/);
    assert.deepEqual(registries.published, []);
    registries.close();

    registries = await startRegistries();
    await run(script);
    const { vsix } = await releaseUnderTest();
    const [upload, ...more] = registries.published;
    assert.equal(more.length, 0);
    assert.equal(upload?.path, path);
    assert.ok(upload?.content.equals(readFileSync(vsix)), 'The upload is not the package that was tested.');
  }

  it('publishes the tested package to Open VSX with a token for this run', async () => {
    await publishesOnce(command('open-vsx'), '/api/-/publish');
    assert.match(registries.published[0]?.authorization ?? '', /short-lived-token/);
  });

  it('publishes the tested package to the Marketplace', async () => {
    // Signing in needs the Azure CLI.
    const script = command('marketplace');
    assert.match(script, / --azure-credential /);
    await publishesOnce(script.replace('--azure-credential', '--pat token'), '/_apis/gallery/extensions');
  });
});
