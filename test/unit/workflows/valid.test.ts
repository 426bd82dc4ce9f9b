import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { workflowFiles } from './workflow-files.ts';

interface LanguageService {
  validate(document: unknown): Promise<readonly { readonly message: string }[]>;
  readonly TextDocument: { create(uri: string, language: string, version: number, text: string): unknown };
}

/** GitHub's language service, which its extension for VS Code uses. It needs a bundler. */
describe('The language service of GitHub Actions', () => {
  let folder: string;
  let service: LanguageService;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-workflows-'));
    const outfile = join(folder, 'language-service.cjs');
    const contents = `export { validate } from '@actions/languageservice';
      export { TextDocument } from 'vscode-languageserver-textdocument';`;
    const stdin = { contents, resolveDir: import.meta.dirname };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    service = createRequire(import.meta.url)(outfile);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function problems(path: string, text: string): Promise<string[]> {
    const found = await service.validate(service.TextDocument.create(`file:///${path}`, 'yaml', 1, text));
    return found.map(({ message }) => message);
  }

  for (const path of workflowFiles)
    it(`finds no problem in ${path}`, async () => {
      assert.deepEqual(await problems(path, readFileSync(path, 'utf8')), []);
    });

  it('would find an unknown property and an unknown variable', async () => {
    const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
    const wrong = workflow
      .replaceAll('timeout-minutes', 'timeout')
      .replaceAll('vars.AZURE', 'variables.AZURE');
    const found = await problems('.github/workflows/wrong.yml', wrong);
    assert.ok(found.some((message) => message.includes("'timeout'")));
    assert.ok(found.some((message) => message.includes("'variables'")));
  });
});
