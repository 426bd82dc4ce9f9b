import * as paths from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutDevicePrefix, withSlashes } from './split-pattern.ts';

/** The address of a file in a SARIF log. A relative path stays relative to the repository, as code scanning wants it. */
export function artifactUri(file: string, path: paths.PlatformPath = paths): string {
  const plain = path.normalize(withoutDevicePrefix(file, path));
  if (path.isAbsolute(plain)) return pathToFileURL(plain, { windows: path.sep === '\\' }).href;
  return withSlashes(plain, path).split('/').map(encodeURIComponent).join('/');
}

/** A file in a workflow command of GitHub Actions, whose pages know `/` only. */
export function annotationPath(file: string, path: paths.PlatformPath = paths): string {
  return withSlashes(withoutDevicePrefix(file, path), path);
}
