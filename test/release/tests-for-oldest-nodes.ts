import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { repositoryFolder } from '../../scripts/repository.ts';

/**
 * In the folder `test/unit`, of inference, of the command line, and of what decodes text: those that are quick, read nothing
 * from beside the bundles, and need no module that the oldest releases lack, such as `node:sqlite`.
 */
const patterns = [
  'cli/commands/{diagram,validate-fix}.test.ts',
  'cli/input/{data-files,environment-variables,named-files,reading-flags}.test.ts',
  'cli/output/{json-text,output-file,safe-output}.test.ts',
  'inference/{columns,update}/*.test.ts',
  'inference/delimited/{reading,table-layout}.test.ts',
  'inference/formats/{avro,schemas}.test.ts',
  'inference/infer-sources.test.ts',
  'text/{plain-text,printable,text-decoder}.test.ts',
];

const unit = join(repositoryFolder, 'test', 'unit');
/** As deep as `test/unit`, because tests find other files from where they are. */
const outdir = join(repositoryFolder, 'test-output', 'oldest-nodes');

/** Compiles tests for releases of Node.js that read no TypeScript. Returns the setup for Mocha, then the test files. */
export async function buildTestsForOldestNodes(): Promise<readonly [string, ...string[]]> {
  const out = (path: string) => join(outdir, relative(unit, path).replace(/\.ts$/, '.js'));
  const tests = globSync(patterns, { cwd: unit }).map((path) => join(unit, path));
  const setup = join(repositoryFolder, 'scripts', 'testing', 'mocha-setup.ts');
  const resident = join(unit, 'cli', 'resident.ts');
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  } as const;
  await build({ ...options, entryPoints: [setup], outfile: join(outdir, 'mocha-setup.js') });
  await build({
    ...options,
    entryPoints: [...tests, resident],
    outdir,
    outbase: unit,
    plugins: [externalProgram(out(resident))],
  });
  return [join(outdir, 'mocha-setup.js'), ...tests.map(out)];
}

/** A module that also is the program of a process, so it stays a file of its own. */
function externalProgram(output: string): Plugin {
  return {
    name: 'external-program',
    setup(bundle) {
      bundle.onResolve({ filter: /\/resident\.ts$/ }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: output, external: true },
      );
    },
  };
}
