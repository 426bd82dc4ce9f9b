import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootedFiles } from '../../../../src/cli/mcp/rooted-files.ts';

describe('A glob of an agent', () => {
  let folder: string;
  let files: RootedFiles;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-globs-'));
    const deep = join(folder, ...Array<string>(60).fill('a'));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, 'x.dataset.json'), '{}');
    await writeFile(join(folder, `${'a'.repeat(60)}.dataset.json`), '{}');
    files = await RootedFiles.in(folder);
  });

  after(() => rm(folder, { recursive: true }));

  for (const glob of ['**/*.dataset.{json,yaml,yml}', 'a/**/a/**/*.json', '{a,b}/**/{x,y}.dataset.json'])
    it(`finds files by ${glob}`, async () => {
      const found = await files.find([glob]);
      assert.ok(found.ok && found.value.files.some((file) => file.endsWith('x.dataset.json')));
    });

  // Matching one name would take minutes to years.
  for (const [what, glob] of [
    ['asterisks', `${'*a'.repeat(30)}b`],
    ['globstars', `${'**/a/'.repeat(30)}b`],
    ['alternatives', `${'{a,a}'.repeat(50)}b`],
    ['alternatives within alternatives', `${'{a,'.repeat(50)}a${'}'.repeat(50)}b`],
  ] as const)
    it(`finds nothing by one with many ${what}`, async () => {
      assert.deepEqual(await files.find([glob]), { ok: false, failure: { kind: 'no-match', files: [glob] } });
    });
});
