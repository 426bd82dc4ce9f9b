import type { Uri } from 'vscode';

/** The last part of a URI's path. */
export function fileName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
