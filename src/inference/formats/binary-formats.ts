import { isControl } from '../bytes/utf8.ts';
import type { DataFormat } from './format.ts';

/** Formats that are not text, by how their files begin. Each reader is loaded when the first such file is met. */
const definitions = [
  {
    label: 'Parquet',
    extensions: ['parquet'],
    // `PARE`: the footer is encrypted.
    signatures: ['PAR1', 'PARE'],
    load: async () => (await import('./parquet/read-parquet.ts')).readParquet,
  },
  {
    label: 'Excel',
    extensions: ['xlsx', 'xlsm'],
    // A ZIP archive with or without members; a compound file: an encrypted workbook, or one of Excel 97-2003.
    signatures: ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    load: async () => (await import('./excel/read-excel.ts')).readExcel,
  },
  {
    label: 'Avro',
    extensions: ['avro'],
    signatures: ['Obj\u0001'],
    load: async () => (await import('./avro/read-avro.ts')).readAvro,
  },
  {
    label: 'Arrow / Feather',
    extensions: ['arrow', 'arrows', 'feather'],
    // A file; a stream, which begins with the length of its first message.
    signatures: ['ARROW1\0\0', '\u00ff\u00ff\u00ff\u00ff'],
    load: async () => (await import('./arrow/read-arrow.ts')).readArrow,
  },
  {
    label: 'SQLite',
    extensions: ['sqlite', 'sqlite3'],
    signatures: ['SQLite format 3\0'],
    load: async () => (await import('./sqlite/read-sqlite.ts')).readSqlite,
  },
] as const;

export const binaryFormats: readonly DataFormat[] = definitions.map(
  ({ label, extensions, signatures, load }) => ({
    label,
    extensions,
    match: ({ head }, extension) => {
      if (startsWithAny(head, signatures)) return 'content';
      return extensions.some((each) => each === extension) ? 'name' : 'none';
    },
    load,
  }),
);

/** Whether the first bytes are those of a binary format that can be read. */
export function isBinaryFormat(head: Uint8Array): boolean {
  return definitions.some(({ signatures }) => startsWithAny(head, signatures));
}

function startsWithAny(head: Uint8Array, signatures: readonly string[]): boolean {
  const start = String.fromCharCode(...head.subarray(0, 16));
  return signatures.some((signature) => start.startsWith(signature));
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
