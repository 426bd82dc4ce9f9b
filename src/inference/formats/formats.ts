import { binaryFormats } from './binary-formats.ts';
import type { DataFormat, FormatInput } from './format.ts';
import { startsLikeJson, startsLikeJsonLines, startsLikeOtherJson } from './json/looks-like-json.ts';

/** The formats that can be read. The first that knows a file by its content wins, then the first by its name. */
export const formats: readonly DataFormat[] = [
  ...binaryFormats,
  {
    label: 'NDJSON / JSON Lines',
    extensions: ['ndjson', 'jsonl'],
    match: (input, extension) => {
      const isNamed = extension === 'ndjson' || extension === 'jsonl';
      if (isNamed) return startsLikeJson(input.head) ? 'content' : 'name';
      return startsLikeJsonLines(input, extension) ? 'content' : 'none';
    },
    load: async () => (await import('./json/read-ndjson.ts')).readNdjson,
  },
  {
    label: 'JSON',
    extensions: ['json'],
    match: ({ head }, extension) => {
      if (startsLikeJson(head)) return 'content';
      if (startsLikeOtherJson(head) && !delimitedExtensions.includes(extension)) return 'content';
      return extension === 'json' ? 'name' : 'none';
    },
    load: async () => (await import('./json/read-json.ts')).readJson,
  },
  {
    label: 'CSV, TSV and other delimited text',
    extensions: ['csv', 'tsv', 'tab', 'psv', 'txt'],
    // Any text is delimited text, with one column at least.
    match: () => 'name',
    load: async () => (await import('./delimited/read-delimited.ts')).readDelimited,
  },
];

const delimitedExtensions = ['csv', 'tsv', 'tab', 'psv'];

/** Extensions of all formats' file names, without a dot. */
export const dataExtensions: readonly string[] = formats.flatMap(({ extensions }) => extensions);

/** Whether a file is named like a dataset, which is not data, though it is JSON. */
export function isDatasetFile(path: string): boolean {
  return /\.dataset\.(?:json|ya?ml)$/i.test(path);
}

/** Whether a file is named like data. */
export function isDataFile(path: string): boolean {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return (
    !isDatasetFile(name) &&
    // Excel's lock file.
    !/(^|[\\/])~\$[^\\/]*$/.test(name) &&
    dataExtensions.some((extension) => name.endsWith(`.${extension}`))
  );
}

/** For people. */
export const supportedFormats: readonly string[] = formats.map(({ label }) => label);

/** The format of a file, by its content first, then by its name. */
export function findFormat(
  input: Pick<FormatInput, 'head' | 'isWhole'>,
  extension: string,
): DataFormat | undefined {
  const matches = formats.map((format) => ({ format, match: format.match(input, extension) }));
  return (matches.find(({ match }) => match === 'content') ?? matches.find(({ match }) => match === 'name'))
    ?.format;
}
