import { readBuiltRelease } from '../../scripts/release/built-release.ts';
import { releaseVariable } from '../../scripts/vsix.ts';

export interface ReleaseUnderTest {
  readonly folder: string;
  readonly vsix: string;
  readonly npmPackage: string;
  readonly plugin: string;
  readonly version: string;
}

/** The release that the suite `release` has built, or that the release workflow is about to publish. */
export async function releaseUnderTest(): Promise<ReleaseUnderTest> {
  const folder = process.env[releaseVariable];
  if (folder === undefined)
    throw new Error('Run these tests by "npm test -- release", which builds the release.');
  const { name, version } = await readBuiltRelease(folder);
  const archive = `${folder}/${name}-${version}`;
  const plugin = `${folder}/${name}-plugin-${version}.zip`;
  return { folder, version, vsix: `${archive}.vsix`, npmPackage: `${archive}.tgz`, plugin };
}
