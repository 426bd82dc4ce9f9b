import { failure, type Result, success } from '../result.ts';
import { encodingNamed } from '../text/text-decoder.ts';
import { placeOfError } from '../text/unexpected-error.ts';
import { detectEncoding, markedEncoding, toUtf8, Utf8Count } from './bytes/encoding.ts';
import { bufferedBytes, fileBytes, type RandomAccess } from './bytes/random-access.ts';
import { gunzip, type PeekableStream, peek, sourceBytes } from './bytes/streams.ts';
import { ChosenTables } from './chosen-tables.ts';
import { ColumnProfiles, type ListedValue } from './columns/column-profiles.ts';
import type { ListedColumn } from './columns/unfit-values.ts';
import type { ProfiledTable, SchemaContents } from './data-format.ts';
import {
  dataExtensions,
  findFormat,
  isBinaryFormat,
  isForeignFormat,
  isMarkup,
  isNamedDataset,
} from './formats/formats.ts';
import { readers } from './formats/readers.ts';
import { KnownNames } from './head/known-names.ts';
import { InferenceError, type InferenceFailure } from './inference-error.ts';
import { limits } from './inference-limits.ts';
import type { DataSource, InferencePorts, OnBytes, ReadingChoices } from './source.ts';
import { withoutExtension } from './unique-names.ts';
import { NullTexts } from './values/null-texts.ts';
import { Checkpoint } from './work-budget.ts';

/** How one source is read. */
export interface InferenceOptions extends ReadingChoices {
  readonly onBytes?: OnBytes | undefined;
  /** Bytes to collect from a stream of small chunks before scanning on. Changes nothing but the speed. */
  readonly leastStep?: number;
  /** Columns whose values are listed. */
  readonly listed?: readonly ListedColumn[] | undefined;
  /** Receives the values that are listed, while the file is read. */
  readonly onValue?: ((value: ListedValue) => void) | undefined;
}

/** A source with the tables that it contains, before types are decided and tables merged. */
export interface ProfiledSource {
  readonly source: DataSource;
  readonly tables: readonly (ProfiledTable & { readonly name: string })[];
  /** Of a schema. */
  readonly contents?: SchemaContents | undefined;
}

/** Reads a whole file and profiles its columns; once more if the whole of a text is not in the encoding of its first bytes. */
export async function profileSource(
  source: DataSource,
  ports: InferencePorts,
  options: InferenceOptions = {},
): Promise<Result<ProfiledSource, InferenceFailure>> {
  if (isNamedDataset(source.name)) return failure({ kind: 'dataset' });
  try {
    const first = await readOnce(source, ports, options);
    return success(
      first.other && !source.isOnce
        ? (await readOnce(source, ports, options, first.other)).profiled
        : first.profiled,
    );
  } catch (error) {
    if (error instanceof InferenceError) return failure(error.failure);
    // An error of one reader is a failure of its file: all others are still read.
    return failure({ kind: 'unexpected', error: placeOfError(error) });
  }
}

/** `detected`: the encoding of a text, unless its byte order mark or the user says another one. */
async function readOnce(
  source: DataSource,
  ports: InferencePorts,
  options: InferenceOptions,
  detected?: Superset,
): Promise<{ readonly profiled: ProfiledSource; readonly other: Superset | undefined }> {
  const opened: PeekableStream[] = [];
  try {
    const checkpoint = new Checkpoint();
    checkpoint.budget.allow(source.size ?? 0);
    let contents: SchemaContents | undefined;
    const onContents = (found: SchemaContents) => {
      contents = found;
    };
    const { format, isDetected, ...input } = await openInput(
      source,
      ports,
      options,
      opened,
      checkpoint,
      detected,
    );
    const read = await readers[format]();
    const tables = await read({ ...input, onContents });
    const { encoding, utf8 } = input;
    const note = isDetected && encoding === 'windows-1252' ? [{ kind: encoding } as const] : [];
    const found = utf8.isUtf8 ? 'utf-8' : 'windows-1252';
    return {
      profiled: {
        source,
        contents,
        tables: input.chosen.of(
          tables.map((table) => ({
            ...table,
            name: table.name ?? tableNamed(source),
            notes: [...table.notes, ...note],
          })),
        ),
      },
      other: isDetected && found !== encoding ? found : undefined,
    };
  } finally {
    for (const stream of opened) await stream.close();
  }
}

/** An encoding that has ASCII. */
type Superset = 'utf-8' | 'windows-1252';

/** The name of a table that is named after its file. */
function tableNamed({ name }: DataSource): string {
  return withoutExtension(name, dataExtensions);
}

/** Opens a file as UTF-8 text, or as it is where it is binary. */
async function openInput(
  source: DataSource,
  ports: InferencePorts,
  options: InferenceOptions,
  opened: PeekableStream[],
  checkpoint: Checkpoint,
  detected: Superset | undefined,
) {
  const open = async (stream: AsyncIterable<Uint8Array>) => {
    const peekable = await peek(stream, limits.headBytes);
    opened.unshift(peekable);
    return peekable;
  };
  let stream = await open(sourceBytes(source, options.onBytes, checkpoint.budget));
  const isCompressed = isGzip(stream.head);
  if (isCompressed) stream = await open(gunzip(stream.read(), ports, checkpoint.budget));
  const openBytes = async (format: string): Promise<RandomAccess> => {
    const bytes = isCompressed ? undefined : fileBytes(source, options.onBytes, format);
    return bytes ?? (await bufferedBytes(stream.read(), format));
  };
  const isBinary = isBinaryFormat(stream.head);
  const named = isBinary ? 'utf-8' : (markedEncoding(stream.head) ?? namedEncoding(options.encoding));
  let encoding: string = named ?? detectEncoding(stream.head);
  if (encoding !== 'utf-8') stream = await open(toUtf8(stream.read(), encoding));
  const start = markedEncoding(stream.head) === 'utf-8' ? 3 : 0;
  const known = { head: stream.head.subarray(start), isWhole: stream.head.length < limits.headBytes };
  const extension = extensionOf(source.name);
  const isForeign = !isBinary && isForeignFormat(known.head);
  // A compound file, or one of Excel 4 and earlier.
  if (extension === 'xls' && (isForeign || known.head[0] === 0xd0))
    throw new InferenceError({ kind: 'old-excel' });
  if (isForeign) throw new InferenceError({ kind: 'unsupported-format' });
  if (isMarkup(known.head)) throw new InferenceError({ kind: 'markup' });
  const { name: format, isInAnyEncoding } = findFormat(known, extension);
  const utf8 = new Utf8Count();
  const isDetected = named === undefined && encoding === 'utf-8' && isInAnyEncoding === true;
  if (isDetected) {
    utf8.add(known.head, 0, known.head.length);
    encoding = detected ?? (utf8.isUtf8 ? 'utf-8' : 'windows-1252');
    utf8.valid = 0;
    utf8.invalid = 0;
    if (encoding !== 'utf-8') stream = await open(toUtf8(stream.read(), encoding, utf8));
  }
  const nulls = new NullTexts(options.nulls ?? []);
  return {
    format,
    isDetected,
    source,
    encoding,
    utf8,
    head: stream.head.subarray(start),
    isWhole: stream.head.length < limits.headBytes,
    chunks: stream.read(start),
    openBytes,
    isCompressed,
    ports,
    choices: options,
    chosen: new ChosenTables(options.only),
    nulls,
    profiles: new ColumnProfiles(nulls, options.expected, options.listed, options.onValue),
    knownNames: (table: string | undefined) =>
      KnownNames.of(options.expected ?? [], table ?? tableNamed(source)),
    leastStep: options.leastStep,
    checkpoint,
  };
}

/** The encoding that the user names. Throws an `InferenceError` if there is none. */
function namedEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const name = encodingNamed(label);
  if (name === undefined) throw new InferenceError({ kind: 'unknown-encoding', name: label });
  return name;
}

/** RFC 1952, section 2.3.1. */
function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? '';
}
