import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { writeChecksums } from '../../../scripts/release/checksums.ts';
import { publishGithub } from '../../../scripts/release/publish/publish-github.ts';
import { publishNpm } from '../../../scripts/release/publish/publish-npm.ts';
import type { CommandResult, RunCommand } from '../../../scripts/release/publish/run-command.ts';

const archive = 'archive';
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
const done = { code: 0, output: '' };

describe('Publishing', () => {
  let folder: string;
  let commands: string[];

  /** Records the commands and answers those that begin with a key of `answers`. */
  function runner(answers: Readonly<Record<string, CommandResult>>): RunCommand {
    return (program, args) => {
      const command = [program, ...args].join(' ').replaceAll(folder + sep, '');
      commands.push(command);
      return Object.entries(answers).find(([start]) => command.startsWith(start))?.[1] ?? done;
    };
  }

  async function release(version: string): Promise<string> {
    writeFileSync(join(folder, `dataset-studio-${version}.vsix`), 'extension');
    writeFileSync(join(folder, `dataset-studio-${version}.tgz`), archive);
    await writeChecksums(folder);
    return folder;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-publish-'));
    commands = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  describe('to npm', () => {
    const unknown = { code: 1, output: '{"error":{"code":"E404"}}' };

    it('publishes a new version with provenance', async () => {
      assert.equal(await publishNpm(await release('1.0.0'), runner({ 'npm view': unknown })), 'published');
      assert.deepEqual(commands, [
        'npm view dataset-studio@1.0.0 dist.integrity --json',
        'npm publish dataset-studio-1.0.0.tgz --access public --provenance --tag latest',
      ]);
    });

    it('publishes a new version of a known package, for which npm prints nothing', async () => {
      assert.equal(await publishNpm(await release('1.0.0'), runner({ 'npm view': done })), 'published');
    });

    it('publishes a pre-release under the tag next', async () => {
      await publishNpm(await release('1.1.0'), runner({ 'npm view': unknown }));
      assert.match(commands[1] ?? '', /--tag next$/);
    });

    it('skips a version that is published with the same bytes', async () => {
      const published = { code: 0, output: JSON.stringify(integrity) };
      assert.equal(
        await publishNpm(await release('1.0.0'), runner({ 'npm view': published })),
        'already-published',
      );
      assert.equal(commands.length, 1);
    });

    it('fails if the version is published with other bytes, or if npm gives no answer', async () => {
      const other = { code: 0, output: '"sha512-other"' };
      await assert.rejects(
        publishNpm(await release('1.0.0'), runner({ 'npm view': other })),
        /other contents/,
      );
      const broken = { code: 1, output: '{"error":{"code":"E500"}}' };
      await assert.rejects(publishNpm(folder, runner({ 'npm view': broken })), /can't say/);
      assert.ok(commands.every((command) => command.startsWith('npm view')));
    });

    it('fails if npm does', async () => {
      const answers = { 'npm view': unknown, 'npm publish': { code: 1, output: '' } };
      await assert.rejects(publishNpm(await release('1.0.0'), runner(answers)), /ended with 1/);
    });
  });

  describe('on GitHub', () => {
    const unknown = { code: 1, output: '' };
    const upload =
      'gh release upload v1.0.0 SHA256SUMS dataset-studio-1.0.0.tgz dataset-studio-1.0.0.vsix --clobber';
    const publish = 'gh release edit v1.0.0 --draft=false --prerelease=false --latest=true';

    it('publishes a draft when it has all files', async () => {
      assert.equal(
        await publishGithub(await release('1.0.0'), runner({ 'gh release view': unknown })),
        'published',
      );
      assert.deepEqual(commands, [
        'gh release view v1.0.0 --json isDraft',
        'gh release create v1.0.0 --draft --verify-tag --title dataset-studio 1.0.0 --notes-file release-notes.md',
        upload,
        publish,
      ]);
    });

    it('finishes a draft that an interrupted run left', async () => {
      const draft = { code: 0, output: '{"isDraft":true}' };
      assert.equal(
        await publishGithub(await release('1.0.0'), runner({ 'gh release view': draft })),
        'published',
      );
      assert.deepEqual(commands.slice(1), [upload, publish]);
    });

    it('skips a release that is published', async () => {
      const published = { code: 0, output: '{"isDraft":false}' };
      const answers = { 'gh release view': published };
      assert.equal(await publishGithub(await release('1.0.0'), runner(answers)), 'already-published');
      assert.equal(commands.length, 1);
    });

    it('marks a pre-release, which is not the latest', async () => {
      await publishGithub(await release('1.1.0'), runner({ 'gh release view': unknown }));
      assert.match(commands.at(-1) ?? '', /--prerelease=true --latest=false$/);
    });
  });
});
