import { type Unzipped, type Zippable, zipSync } from 'fflate';

/** The earliest time that a zip archive can hold. Zip times have no time zone, so this is local time. */
const time = new Date(1980, 0, 1);
const unix = 3;
/** A regular file with mode 0644. The upper half of the attributes is the mode. */
const attributes = 0o100644 << 16;

/** A zip archive whose bytes depend on the names and contents of its files only. */
export function reproducibleZip(files: Unzipped): Uint8Array {
  const sorted: Zippable = {};
  for (const name of Object.keys(files).sort()) {
    const content = files[name];
    if (content) sorted[name] = [content, { level: 9, mtime: time, os: unix, attrs: attributes }];
  }
  return zipSync(sorted);
}
