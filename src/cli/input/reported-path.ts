import * as paths from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutDevicePrefix, withSlashes } from './split-pattern.ts';

/** The URI of a file in a SARIF log. A relative path stays relative to the repository, as code scanning needs it. */
export function artifactUri(file: string, path: paths.PlatformPath = paths): string {
  const named = path.normalize(withoutDevicePrefix(file, path));
  // `C:x` is relative to the current folder of a drive, which no URI can say.
  const plain = path.parse(named).root === '' ? named : path.resolve(named);
  if (path.isAbsolute(plain)) return pathToFileURL(plain, { windows: path.sep === '\\' }).href;
  return withSlashes(plain, path).split('/').map(encodeSegment).join('/');
}

/** Names on Windows may have lone surrogates, which no URI can have. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

/** The path of a file in a workflow command of GitHub Actions, which only knows `/`. */
export function annotationPath(file: string, path: paths.PlatformPath = paths): string {
  return withSlashes(withoutDevicePrefix(file, path), path);
}
