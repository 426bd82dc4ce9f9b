import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the format of `sha256sum`, which checks it with `sha256sum --check SHA256SUMS`. */
export const checksumFile = 'SHA256SUMS';

/** Writes the SHA-256 of each file of a folder to `SHA256SUMS`. Returns the SHA-256 of that file, in hexadecimal digits. */
export async function writeChecksums(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name !== checksumFile).sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(join(folder, name)))}  ${name}\n`),
  );
  await writeFile(join(folder, checksumFile), lines.join(''));
  return sha256(lines.join(''));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
