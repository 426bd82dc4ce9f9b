import { isControl } from '../bytes/encoding.ts';
import { limits } from '../inference-limits.ts';
import type { FormatInput } from './data-format.ts';
import {
  startsLikeArray,
  startsLikeJson,
  startsLikeJsonLines,
  startsLikeOtherJson,
} from './json/looks-like-json.ts';
import type { FormatName } from './readers.ts';
import { schemaKind } from './schemas/looks-like-schema.ts';
import { looksLikeSql } from './sql/sql-dialect.ts';

/** How files of a format are recognized. */
interface DataFormat {
  readonly name: FormatName;
  /** For people, such as `CSV`. */
  readonly label: string;
  /** Extensions of file names, in lower case, without a dot. */
  readonly extensions: readonly string[];
  /** Whether it has no data: in a folder, such files are read only if there are no others. */
  readonly isSchema?: true;
  /** How sure it is that a file is one of its own: by its content, by its name only, or not at all. */
  match(input: Pick<FormatInput, 'head' | 'isWhole'>, extension: string): 'content' | 'name' | 'none';
}

/** Formats that are not text, by how their files begin. */
const binaryFormats = [
  binaryFormat(
    'parquet',
    'Parquet',
    ['parquet'],
    // `PARE`: the footer is encrypted.
    ['PAR1', 'PARE'],
  ),
  binaryFormat(
    'excel',
    'Excel',
    ['xlsx', 'xlsm'],
    // A ZIP archive with or without members; a compound file: an encrypted workbook, or one of Excel 97-2003.
    ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ),
  binaryFormat('avro', 'Avro', ['avro'], ['Obj\u0001']),
  binaryFormat(
    'arrow',
    'Arrow / Feather',
    ['arrow', 'arrows', 'feather'],
    // A file; a stream, which begins with the length of its first message.
    ['ARROW1\0\0', '\u00ff\u00ff\u00ff\u00ff'],
    startsLikeOldArrow,
  ),
  binaryFormat('sqlite', 'SQLite', ['sqlite', 'sqlite3'], ['SQLite format 3\0']),
];

/** A file that has one of these names and no data is one of the schemas. */
export const schemaExtensions = ['yaml', 'yml'];

const delimitedExtensions = ['csv', 'tsv', 'tab', 'psv'];

/** The formats that can be read. The first that knows a file by its content wins, then the first by its name. */
export const formats: readonly DataFormat[] = [
  ...binaryFormats,
  {
    name: 'avro-schema',
    label: 'Avro schema',
    extensions: ['avsc'],
    isSchema: true,
    match: (_, extension) => (extension === 'avsc' ? 'content' : 'none'),
  },
  schemaFormat('odcs', 'Open Data Contract Standard', []),
  schemaFormat('json-schema', 'JSON Schema, OpenAPI', schemaExtensions),
  {
    name: 'ndjson',
    label: 'NDJSON / JSON Lines',
    extensions: ['ndjson', 'jsonl'],
    match: (input, extension) => {
      const isNamed = extension === 'ndjson' || extension === 'jsonl';
      if (isNamed && !startsLikeArray(input.head)) return startsLikeJson(input.head) ? 'content' : 'name';
      return startsLikeJsonLines(input, extension) ? 'content' : 'none';
    },
  },
  {
    name: 'json',
    label: 'JSON',
    extensions: ['json'],
    match: ({ head }, extension) => {
      if (startsLikeJson(head)) return 'content';
      if (startsLikeOtherJson(head) && !delimitedExtensions.includes(extension)) return 'content';
      return extension === 'json' ? 'name' : 'none';
    },
  },
  {
    name: 'sql',
    label: 'SQL',
    extensions: ['sql', 'ddl'],
    isSchema: true,
    match: ({ head }, extension) => {
      if (extension === 'sql' || extension === 'ddl') return 'name';
      return extension === '' && looksLikeSql(head) ? 'name' : 'none';
    },
  },
  {
    name: 'delimited',
    label: 'CSV, TSV and other delimited text',
    extensions: [...delimitedExtensions, 'txt'],
    // Any text is delimited text, with one column at least.
    match: () => 'name',
  },
];

function binaryFormat(
  name: FormatName,
  label: string,
  extensions: readonly string[],
  signatures: readonly string[],
  isContent = (_head: Uint8Array) => false,
): DataFormat {
  return {
    name,
    label,
    extensions,
    match: ({ head }, extension) => {
      if (startsWithAny(head, signatures) || isContent(head)) return 'content';
      return extensions.includes(extension) ? 'name' : 'none';
    },
  };
}

/** A format that a document in JSON or YAML has by its content. `extensions`: those that no other format has. */
function schemaFormat(
  name: 'odcs' | 'json-schema',
  label: string,
  extensions: readonly string[],
): DataFormat {
  return {
    name,
    label,
    extensions,
    isSchema: true,
    match: ({ head }, extension) => {
      const isNamed = ['json', 'yaml', 'yml', ''].includes(extension);
      if (isNamed && schemaKind(head) === name) return 'content';
      return extensions.includes(extension) ? 'name' : 'none';
    },
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
  return (
    !isDatasetFile(path.replace(/\.gz$/i, '')) &&
    // Excel's lock file.
    !/(^|[\\/])~\$[^\\/]*$/.test(path) &&
    formats.some((format) => isNamed(path, format))
  );
}

/** The files of a folder that are read: its data files, otherwise its schemas, which exports have beside the data. */
export function dataFilesIn<File>(files: readonly File[], nameOf: (file: File) => string): readonly File[] {
  const named = files.filter((file) => isDataFile(nameOf(file)));
  const isSchema = (file: File) => formats.some((format) => format.isSchema && isNamed(nameOf(file), format));
  const data = named.filter((file) => !isSchema(file));
  return data.length > 0 ? data : named;
}

function isNamed(path: string, { extensions }: DataFormat): boolean {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return extensions.some((extension) => name.endsWith(`.${extension}`));
}

/** Whether a file is named like data in a text format: neither binary nor compressed. */
export function isTextData(path: string): boolean {
  const ofText = formats.filter((format) => !binaryFormats.includes(format) && !format.isSchema);
  return !/\.gz$/i.test(path) && ofText.some((format) => isNamed(path, format));
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
