import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../repository.ts';
import { buildRelease } from './build-release.ts';

const [tag] = process.argv.slice(2);
const { folder, checksum } = await buildRelease(join(repositoryFolder, 'release'), tag);
console.log(`${folder}\nSHA-256 of SHA256SUMS: ${checksum}`);
if (process.env.GITHUB_OUTPUT) await appendFile(process.env.GITHUB_OUTPUT, `checksum=${checksum}\n`);
