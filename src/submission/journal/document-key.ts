import { fileURLToPath } from 'node:url';

/**
 * Equal for two spellings of one document's URI: VS Code and Node.js encode the URI of a file differently (`file:///c%3A/a` and
 * `file:///C:/a`). For comparing, not for showing.
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
