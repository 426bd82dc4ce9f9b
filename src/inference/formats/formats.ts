import { isControl } from '../bytes/encoding.ts';
import { limits } from '../inference-limits.ts';
import type { DataFormat, FormatInput } from './data-format.ts';
import {
  startsLikeArray,
  startsLikeJson,
  startsLikeJsonLines,
  startsLikeOtherJson,
} from './json/looks-like-json.ts';

/** Formats that are not text, by how their files begin. */
const binaryFormats = [
  binaryFormat(
    'Parquet',
    ['parquet'],
    // `PARE`: the footer is encrypted.
    ['PAR1', 'PARE'],
    async () => (await import('./parquet/read-parquet.ts')).readParquet,
  ),
  binaryFormat(
    'Excel',
    ['xlsx', 'xlsm'],
    // A ZIP archive with or without members; a compound file: an encrypted workbook, or one of Excel 97-2003.
    ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    async () => (await import('./excel/read-excel.ts')).readExcel,
  ),
  binaryFormat('Avro', ['avro'], ['Obj\u0001'], async () => (await import('./avro/read-avro.ts')).readAvro),
  binaryFormat(
    'Arrow / Feather',
    ['arrow', 'arrows', 'feather'],
    // A file; a stream, which begins with the length of its first message.
    ['ARROW1\0\0', '\u00ff\u00ff\u00ff\u00ff'],
    async () => (await import('./arrow/read-arrow.ts')).readArrow,
    startsLikeOldArrow,
  ),
  binaryFormat(
    'SQLite',
    ['sqlite', 'sqlite3'],
    ['SQLite format 3\0'],
    async () => (await import('./sqlite/read-sqlite.ts')).readSqlite,
  ),
];

const delimitedExtensions = ['csv', 'tsv', 'tab', 'psv'];

/** The formats that can be read. The first that knows a file by its content wins, then the first by its name. */
export const formats: readonly DataFormat[] = [
  ...binaryFormats,
  {
    label: 'NDJSON / JSON Lines',
    extensions: ['ndjson', 'jsonl'],
    match: (input, extension) => {
      const isNamed = extension === 'ndjson' || extension === 'jsonl';
      if (isNamed && !startsLikeArray(input.head)) return startsLikeJson(input.head) ? 'content' : 'name';
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
    load: async () => (await import('./json/read-json-data.ts')).readJson,
  },
  {
    label: 'CSV, TSV and other delimited text',
    extensions: [...delimitedExtensions, 'txt'],
    // Any text is delimited text, with one column at least.
    match: () => 'name',
    load: async () => (await import('./delimited/read-delimited.ts')).readDelimited,
  },
];

function binaryFormat(
  label: string,
  extensions: readonly string[],
  signatures: readonly string[],
  load: DataFormat['load'],
  isContent = (_head: Uint8Array) => false,
): DataFormat {
  return {
    label,
    extensions,
    match: ({ head }, extension) => {
      if (startsWithAny(head, signatures) || isContent(head)) return 'content';
      return extensions.includes(extension) ? 'name' : 'none';
    },
    load,
  };
}

function startsWithAny(head: Uint8Array, signatures: readonly string[]): boolean {
  const start = String.fromCharCode(...head.subarray(0, 16));
  return signatures.some((signature) => start.startsWith(signature));
}

/** Whether a file is a stream of Arrow before 0.15: no mark is before the length of its first message, which is a schema. */
function startsLikeOldArrow(head: Uint8Array): boolean {
  if (head.length < 32) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const table = 4 + view.getUint32(4, true);
  if (view.getUint32(0, true) > limits.metadataBytes || table + 4 > head.length) return false;
  const fields = table - view.getInt32(table, true);
  if (fields < 4 || fields + 8 > head.length) return false;
  // The second field is the kind of the message.
  return view.getUint16(fields, true) >= 8 && head[table + view.getUint16(fields + 6, true)] === 1;
}

/** Whether the first bytes are those of a binary format that can be read. */
export function isBinaryFormat(head: Uint8Array): boolean {
  return binaryFormats.some((format) => format.match({ head, isWhole: false }, '') === 'content');
}

/** Whether a file is no text: a compressed file, a database, an image. `head` is UTF-8 or another superset of ASCII. */
export function isForeignFormat(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 8));
  if (foreignSignatures.some((signature) => start.startsWith(signature))) return true;
  // Few text files have a control character, and those name its row; a file that is full of them is no text.
  let controls = 0;
  for (const value of head.subarray(0, 4096)) if (isControl(value)) controls++;
  return controls > 8 && controls > Math.min(head.length, 4096) / 100;
}

/** Signatures of formats that are partly text. */
const foreignSignatures = ['%PDF-', '\u001f\u008b', '\u00fd7zXZ', 'BZh91AY'];

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

/** Whether a file is named like data in a text format: neither binary nor compressed. */
export function isTextData(path: string): boolean {
  const name = path.toLowerCase();
  return formats.some(
    (format) =>
      !binaryFormats.includes(format) &&
      format.extensions.some((extension) => name.endsWith(`.${extension}`)),
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
