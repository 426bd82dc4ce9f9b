import { fileURLToPath } from 'node:url';

/**
 * What two spellings of one document's URI have in common: VS Code and Node.js encode a file's differently (`file:///c%3A/a`
 * and `file:///C:/a`). To compare with, not to show.
 */
export function documentKey(uri: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    const path = fileURLToPath(uri);
    // A Windows path names the same file in any case; the drive letter's varies in practice.
    return /^[a-z]:/i.test(path) || path.startsWith('\\\\') ? path.toLowerCase() : path;
  } catch {
    return uri;
  }
}
