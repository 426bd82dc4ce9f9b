import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServedTools } from '../agents/served-tools.ts';
import { datasetStudio } from '../cli/process.ts';
import { entryDataset, entryRows, shortFinding } from './entry-rows.ts';

// In an editor, `test/host/check-data.test.ts` has the same rows.
describe('An entry for data', function () {
  this.timeout(60_000);

  for (const { title, entry, file, data, found } of entryRows)
    it(`means the same on the command line and over MCP: ${title}`, async () => {
      const files = {
        'sales.dataset.json': entryDataset,
        'dataset-studio.json': JSON.stringify({ data: [entry] }),
      };
      const tools = await ServedTools.on(files, {});
      try {
        await writeFile(join(tools.folder, file), data, 'latin1');
        const { isError, content } = await tools.call('dataset_check', { files: [file] });
        const run = await datasetStudio(['check', file, '--format', 'json'], { cwd: tools.folder });
        if (found === undefined) {
          assert.equal(content.error, 'no-entry');
          assert.equal(run.code, 2);
          return;
        }
        assert.equal(isError, false, JSON.stringify(content));
        assert.deepEqual((content.findings as object[]).map(shortFinding), found);
        assert.deepEqual((JSON.parse(run.out) as object[]).map(shortFinding), found);
        const fits = !found.some((each) => each.endsWith('error'));
        assert.deepEqual([content.fits, run.code], [fits, fits ? 0 : 1]);
        const all = await datasetStudio(['check', '--format', 'json'], { cwd: tools.folder });
        assert.equal(all.out, run.out);
      } finally {
        await tools.close();
      }
    });

  it('is noted in the result of an agent, and replaced by what the agent passes', async () => {
    const { entry, file, data } = entryRows[0] ?? {};
    const project = JSON.stringify({ data: [entry] });
    const tools = await ServedTools.on(
      { 'sales.dataset.json': entryDataset, 'dataset-studio.json': project },
      {},
    );
    await writeFile(join(tools.folder, String(file)), String(data), 'latin1');
    const inferred = await tools.call('dataset_infer', { files: ['*.csv'] });
    assert.match(
      String(inferred.content.note),
      /^Read as an entry of `data` in the project file says: "orders-1\.csv"\./,
    );
    const other = await tools.call('dataset_check', { files: ['*.csv'], delimiter: ',' });
    assert.equal(other.content.fits, false);
    await writeFile(join(tools.folder, 'dataset-studio.json'), '{"data":[{}]}');
    const { content } = await tools.call('dataset_check', {
      files: ['*.csv'],
      dataset: 'sales.dataset.json',
    });
    assert.equal(content.error, 'wrong-settings');
    assert.match(String(content.details), /^.*dataset-studio\.json:1:10: The property "files" is missing/);
    await tools.close();
  });
});
