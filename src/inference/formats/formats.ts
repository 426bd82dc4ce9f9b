import { hasDatasetName } from '../../dataset/dataset.ts';
import { isControl } from '../bytes/encoding.ts';
import type { FormatInput } from '../data-format.ts';
import { limits } from '../inference-limits.ts';
import {
  startsLikeArray,
  startsLikeJson,
  startsLikeJsonLines,
  startsLikeOtherJson,
} from './json/looks-like-json.ts';
import type { FormatName } from './readers.ts';
import { schemaKind } from './schemas/looks-like-schema.ts';
import { looksLikeSql } from './sql/sql-dialect.ts';

type Input = Pick<FormatInput, 'head' | 'isWhole'>;

/** How files of a format are recognized. */
interface DataFormat {
  readonly name: FormatName;
  /** For people, such as `CSV`. */
  readonly label: string;
  /** Extensions of file names, in lower case, without a dot. */
  readonly extensions: readonly string[];
  /** Whether it has no data: in a folder, such files are read only if there are no others. */
  readonly isSchema?: true;
  /** Whether its texts can be in another encoding than UTF-8 without saying so. */
  readonly isInAnyEncoding?: true;
  /** How its files begin, if it is no text. */
  readonly signatures?: readonly string[];
  /** Whether a file is one of its own by its content. */
  isContent?(input: Input, extension: string): boolean;
}

/** A file that has one of these names and no data is one of the schemas. */
export const schemaExtensions = ['yaml', 'yml'];

const delimitedExtensions = ['csv', 'tsv', 'tab', 'psv'];

/** Any text is delimited text, with one column at least. */
const delimited: DataFormat = {
  name: 'delimited',
  label: 'CSV, TSV and other delimited text',
  extensions: [...delimitedExtensions, 'txt'],
  isInAnyEncoding: true,
};

/** The formats that can be read. The first that knows a file by its content wins, then the first by its name. */
export const formats: readonly DataFormat[] = [
  {
    name: 'parquet',
    label: 'Parquet',
    extensions: ['parquet'],
    // `PARE`: the footer is encrypted.
    signatures: ['PAR1', 'PARE'],
  },
  {
    name: 'excel',
    label: 'Excel',
    extensions: ['xlsx', 'xlsm'],
    // A ZIP archive with or without members; a compound file: an encrypted workbook, or one of Excel 97-2003.
    signatures: ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  },
  { name: 'avro', label: 'Avro', extensions: ['avro'], signatures: ['Obj\u0001'] },
  {
    name: 'arrow',
    label: 'Arrow / Feather',
    extensions: ['arrow', 'arrows', 'feather'],
    // A file; a stream, which begins with the length of its first message.
    signatures: ['ARROW1\0\0', '\u00ff\u00ff\u00ff\u00ff'],
    isContent: ({ head }) => startsLikeOldArrow(head),
  },
  {
    name: 'sqlite',
    label: 'SQLite',
    extensions: ['sqlite', 'sqlite3'],
    signatures: ['SQLite format 3\0'],
  },
  {
    name: 'avro-schema',
    label: 'Avro schema',
    extensions: ['avsc'],
    isSchema: true,
    isContent: (_, extension) => extension === 'avsc',
  },
  {
    name: 'odcs',
    label: 'Open Data Contract Standard',
    extensions: [],
    isSchema: true,
    isContent: (input, extension) => isSchemaOf('odcs', input, extension),
  },
  {
    name: 'json-schema',
    label: 'JSON Schema, OpenAPI',
    extensions: schemaExtensions,
    isSchema: true,
    isContent: (input, extension) => isSchemaOf('json-schema', input, extension),
  },
  {
    name: 'ndjson',
    label: 'NDJSON / JSON Lines',
    extensions: ['ndjson', 'jsonl'],
    isContent: (input, extension) => {
      const isNamed = extension === 'ndjson' || extension === 'jsonl';
      if (isNamed && !startsLikeArray(input.head)) return startsLikeJson(input.head);
      return startsLikeJsonLines(input, extension);
    },
  },
  {
    name: 'json',
    label: 'JSON',
    extensions: ['json'],
    isContent: ({ head }, extension) =>
      startsLikeJson(head) || (startsLikeOtherJson(head) && !delimitedExtensions.includes(extension)),
  },
  {
    name: 'sql',
    label: 'SQL',
    extensions: ['sql', 'ddl'],
    isSchema: true,
    isInAnyEncoding: true,
    isContent: ({ head }, extension) => extension === '' && looksLikeSql(head),
  },
  delimited,
];

/** A document in JSON or YAML is a schema by its content. */
function isSchemaOf(name: FormatName, input: Input, extension: string): boolean {
  return ['json', 'yaml', 'yml', ''].includes(extension) && schemaKind(input) === name;
}

function hasContent({ signatures = [], isContent }: DataFormat, input: Input, extension: string): boolean {
  const start = String.fromCharCode(...input.head.subarray(0, 16));
  return (
    signatures.some((signature) => start.startsWith(signature)) || isContent?.(input, extension) === true
  );
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
  return formats.some((format) => format.signatures && hasContent(format, { head, isWhole: false }, ''));
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

/** Whether a file is HTML or XML. `head` is as for `isForeignFormat`. */
export function isMarkup(head: Uint8Array): boolean {
  return /^\s*<(?:\?xml|!doctype|html|table)[\s>]/i.test(String.fromCharCode(...head.subarray(0, 512)));
}

/** Signatures of formats that are partly text. */
const foreignSignatures = ['%PDF-', '\u001f\u008b', '\u00fd7zXZ', 'BZh91AY'];

/** Extensions of all formats' file names, without a dot. */
export const dataExtensions: readonly string[] = formats.flatMap(({ extensions }) => extensions);

/** Whether a file is a dataset by its name, and not data, though it is JSON. It may be compressed. */
export function isNamedDataset(path: string): boolean {
  return hasDatasetName(path.replace(/\.gz$/i, ''));
}

/** Whether a file is named like data. */
export function isDataFile(path: string): boolean {
  return (
    !isNamedDataset(path) &&
    // Excel's lock file.
    !/(^|[\\/])~\$[^\\/]*$/.test(path) &&
    formats.some((format) => isNamed(path, format))
  );
}

/** JSON and text files that are named for programs or readers, and are no data. `package.json` repeats it for the Explorer. */
export const otherFiles =
  /(^|[\\/])(\.(vscode|devcontainer|github)[\\/][^\\/]*|\.[^\\/]*|package(-lock)?|composer|dataset-studio|[tj]sconfig[^\\/]*)\.json$|(^|[\\/])(readme|licen[cs]e|notice|changelog|authors|cmakelists|robots|(requirements|constraints)[^\\/]*)\.txt$/i;

/**
 * The files of a folder that are read: its data files, otherwise its schemas, which exports have beside the data. Files such as
 * `package.json` are read only if they are named.
 */
export function dataFilesIn<File>(files: readonly File[], nameOf: (file: File) => string): readonly File[] {
  const named = files.filter((file) => isDataFile(nameOf(file)) && !otherFiles.test(nameOf(file)));
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
  const ofText = formats.filter((format) => !format.signatures && !format.isSchema);
  return !/\.gz$/i.test(path) && ofText.some((format) => isNamed(path, format));
}

/** Whether a file is named like data or a schema that VS Code shows as text. */
export function isShownAsText(path: string): boolean {
  return isTextData(path) || formats.some((format) => format.isSchema && isNamed(path, format));
}

/** Whether a format has no data, but declares it. */
export function isSchemaFormat(name: string): boolean {
  return formats.some((format) => format.name === name && format.isSchema);
}

/** For people. */
export const supportedFormats: readonly string[] = formats.map(({ label }) => label);

/** The format of a file, by its content first, then by its name. Text with the name of a binary format is delimited. */
export function findFormat(input: Input, extension: string): DataFormat {
  return (
    formats.find((format) => hasContent(format, input, extension)) ??
    formats.find(({ extensions, signatures }) => !signatures && extensions.includes(extension)) ??
    delimited
  );
}
