import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { parse } from 'jsonc-parser';

/** What is loaded before a command runs may be so large, minified, in bytes. */
const largestEagerSize = 40 * 1024;

/** Each bundle for a browser may be so large, minified, in bytes. */
const maxBrowserSize = 500 * 1024;

/** Folders below `src` whose modules run in a browser, too. A new one is added here. */
const browserFolders = ['dataset', 'text'];

/** Packages that no JSON file needs for its validation. */
const heavyPackages = /node_modules\/(undici|openid-client|oauth4webapi|jose|yaml|ajv)\//;

/** Found when somebody asks for them. */
const fixes = /src\/dataset\/fixes\/(quick-fixes|fix-all)\.ts$/;

class Bundle {
  readonly #outputs: Metafile['outputs'];

  constructor(...built: Metafile[]) {
    this.#outputs = Object.assign({}, ...built.map(({ outputs }) => outputs));
  }

  /** The chunk that holds a module. */
  chunkOf(module: string): string {
    const chunk = Object.entries(this.#outputs).find(([, { inputs }]) => Object.hasOwn(inputs, module));
    assert.ok(chunk, `${module} is in no chunk`);
    return chunk[0];
  }

  /** A chunk and all that is loaded with it. */
  loadedWith(chunk: string): ReadonlySet<string> {
    const loaded = new Set([chunk]);
    for (const each of loaded) {
      for (const { path, kind, external } of this.#outputs[each]?.imports ?? [])
        if (kind === 'import-statement' && external !== true) loaded.add(path);
    }
    return loaded;
  }

  /** What a chunk can't begin without: other chunks, and what isn't ours. */
  neededBy(chunk: string): string[] {
    const needed = this.#outputs[chunk]?.imports.filter(({ kind }) => kind !== 'dynamic-import') ?? [];
    return [...new Set(needed.map(({ path }) => path))];
  }

  modulesIn(chunks: Iterable<string>): string[] {
    return [...chunks].flatMap((chunk) => Object.keys(this.#outputs[chunk]?.inputs ?? {}));
  }

  allModules(): string[] {
    return this.modulesIn(Object.keys(this.#outputs));
  }

  sizeOf(chunks: Iterable<string>): number {
    return [...chunks].reduce((sum, chunk) => sum + (this.#outputs[chunk]?.bytes ?? 0), 0);
  }
}

async function bundle(...names: string[]): Promise<Bundle> {
  const built = names.map((name) => readFile(`dist/test/${name}.meta.json`, 'utf8'));
  return new Bundle(...(await Promise.all(built)).map((text) => JSON.parse(text)));
}

describe('The debugger of VS Code', () => {
  it('finds the source maps of all files that it debugs, by launch.json', async () => {
    const launch = parse(await readFile('.vscode/launch.json', 'utf8'));
    const outFiles = (name: string): string[] =>
      launch.configurations
        .find((configuration: { name: string }) => configuration.name === name)
        .outFiles.map((pattern: string) => pattern.replace(/^[^/]*\//, ''));
    for (const [name, ...bundles] of [
      ['Run Extension', 'extension', 'main'],
      ['Command Line', 'cli'],
    ] as const)
      for (const each of bundles) {
        const { outputs }: Metafile = JSON.parse(await readFile(`dist/test/${each}.meta.json`, 'utf8'));
        const missed = Object.keys(outputs).filter(
          (file) => !outFiles(name).some((pattern) => matchesGlob(file.replace(/\.map$/, ''), pattern)),
        );
        assert.deepEqual(missed, [], name);
      }
  });
});

describe('The code that every window loads', () => {
  it('is one file of at most 40 KB, which imports nothing but vscode', async () => {
    const extension = await bundle('extension');
    const eager = ['dist/extension/extension.cjs'];
    assert.deepEqual(extension.neededBy('dist/extension/extension.cjs'), ['vscode']);
    const size = extension.sizeOf(eager);
    assert.ok(size <= largestEagerSize, `${size} bytes: ${extension.modulesIn(eager).join(', ')}`);
  });

  it('contains no validator, no network, and no code that only commands need', async () => {
    const extension = await bundle('extension');
    const eager = extension.modulesIn(extension.loadedWith('dist/extension/extension.cjs'));
    const unwanted = eager.filter(
      (module) => heavyPackages.test(module) || module.endsWith('compiled-schema.js'),
    );
    assert.deepEqual(unwanted, []);
  });
});

describe('The validation of a JSON file', () => {
  for (const [entry, ...names] of [
    ['dist/extension/main.js', 'main'],
    ['dist/cli.js', 'cli'],
  ] as const)
    it(`loads neither undici nor openid-client, yaml or ajv, and no fixes, in ${entry}`, async () => {
      const chunks = await bundle(...names);
      const loaded = new Set([
        ...chunks.loadedWith(entry),
        ...chunks.loadedWith(chunks.chunkOf('src/app/validate-datasets.ts')),
      ]);
      const modules = chunks.modulesIn(loaded);
      assert.ok(modules.includes('src/dataset/rules/compiled-schema.js'));
      assert.deepEqual(
        modules.filter((module) => heavyPackages.test(module) || fixes.test(module)),
        [],
      );
    });
});

describe('Inference of one file from the command line', () => {
  it('loads no globs, no YAML, and nothing that validates a dataset', async () => {
    const chunks = await bundle('cli');
    const loaded = chunks.modulesIn([
      ...chunks.loadedWith('dist/cli.js'),
      ...chunks.loadedWith(chunks.chunkOf('src/cli/commands/infer.ts')),
    ]);
    assert.deepEqual(
      loaded.filter((module) => heavyPackages.test(module) || module.startsWith('src/dataset/json/')),
      [],
    );
  });
});

describe("undici's experimental parser", () => {
  it('is in no bundle', async () => {
    const modules = (await Promise.all(['extension', 'main', 'cli'].map((name) => bundle(name)))).flatMap(
      (each) => each.allModules(),
    );
    assert.ok(modules.includes('node_modules/undici/lib/dispatcher/client-h1.js'));
    assert.deepEqual(
      modules.filter((module) => /milo|parser-h1/.test(module)),
      [],
    );
  });

  it('is not used if its variable is set: a dataset is created', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(201).end('{"id":"d-1"}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = {
      ...process.env,
      UNDICI_USE_MILO: '1',
      DATASET_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      DATASET_ACCESS_TOKEN: 'token',
      DATASET_SUBSCRIPTION_KEY: 'key',
    };
    const create = ['dist/cli.js', 'create', 'samples/sales.dataset.json'];
    const { stdout } = await promisify(execFile)(process.execPath, create, { env });
    server.close();
    assert.match(stdout, /Dataset created in .*: d-1/);
  });
});

describe('The code for browsers', () => {
  for (const [name, file, ...imports] of [
    ['web', 'dist/web/extension.cjs', 'vscode'],
    ['web-worker', 'dist/web/worker.js'],
  ] as const)
    it(`is one file of at most 500 KB that imports nothing but ${imports.join() || 'itself'}: ${file}`, async () => {
      const built = await bundle(name);
      assert.deepEqual([...built.loadedWith(file)], [file]);
      assert.deepEqual(built.neededBy(file), imports);
      const size = built.sizeOf([file]);
      assert.ok(size <= maxBrowserSize, `${size} bytes`);
    });

  it('includes the whole core, which imports no module of Node.js', async () => {
    const modules = browserFolders.flatMap((folder) => globSync(`src/${folder}/**/*.{ts,js}`));
    assert.ok(modules.length > 50);
    const { metafile } = await build({
      stdin: { contents: modules.map((path) => `export * from './${path}';`).join('\n'), resolveDir: '.' },
      bundle: true,
      // Node.js modules can't be resolved.
      platform: 'browser',
      format: 'esm',
      minify: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const [output] = Object.values(metafile.outputs);
    assert.ok(output && output.bytes <= maxBrowserSize, `${output?.bytes} bytes`);
  });
});
