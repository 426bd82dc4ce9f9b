import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Unpacks a packaged extension into a folder, as VS Code does. Returns the extension's folder. */
export async function unpackVsix(vsix: string, folder: string): Promise<string> {
  for (const [name, content] of Object.entries(unzipSync(await readFile(vsix)))) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return join(folder, 'extension');
}
