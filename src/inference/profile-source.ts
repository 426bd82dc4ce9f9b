import { failure, type Result, success } from '../result.ts';
import { asciiText } from './bytes/ascii.ts';
import { detectEncoding, utf16ToUtf8 } from './bytes/encoding.ts';
import { bufferedBytes, fileBytes, type RandomAccess } from './bytes/random-access.ts';
import { gunzip, type PeekableStream, peek, readSource } from './bytes/streams.ts';
import { ColumnProfiles, type ListedValue } from './columns/column-profiles.ts';
import { KnownNames } from './columns/known-names.ts';
import type { ListedColumn } from './columns/unfit-values.ts';
import type { FormatInput, ProfiledTable, SchemaContents } from './formats/data-format.ts';
import { dataExtensions, findFormat, isBinaryFormat, isForeignFormat } from './formats/formats.ts';
import { readers } from './formats/readers.ts';
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

/** Reads a whole file and profiles its columns. */
export async function profileSource(
  source: DataSource,
  ports: InferencePorts,
  options: InferenceOptions = {},
): Promise<Result<ProfiledSource, InferenceFailure>> {
  const opened: PeekableStream[] = [];
  try {
    const checkpoint = new Checkpoint();
    checkpoint.budget.allow(source.size ?? 0);
    let contents: SchemaContents | undefined;
    const onContents = (found: SchemaContents) => {
      contents = found;
    };
    const input = { ...(await openInput(source, ports, options, opened, checkpoint)), onContents };
    const isForeign = !isBinaryFormat(input.head) && isForeignFormat(input.head);
    const format = isForeign ? undefined : findFormat(input, extensionOf(source.name));
    if (format === undefined) throw new InferenceError({ kind: 'unsupported-format' });
    const read = await readers[format.name]();
    const tables = await read(input);
    return success({
      source,
      contents,
      tables: tables.map((table) => ({ ...table, name: table.name ?? tableNamed(source) })),
    });
  } catch (error) {
    if (error instanceof InferenceError) return failure(error.failure);
    throw error;
  } finally {
    for (const stream of opened) await stream.close();
  }
}

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
): Promise<Omit<FormatInput, 'onContents'>> {
  const open = async (stream: AsyncIterable<Uint8Array>) => {
    const peekable = await peek(stream, limits.headBytes);
    opened.unshift(peekable);
    return peekable;
  };
  let stream = await open(readSource(source, options.onBytes, checkpoint.budget));
  const isCompressed = isGzip(stream.head);
  if (isCompressed) stream = await open(gunzip(stream.read(), ports));
  const openBytes = async (format: string): Promise<RandomAccess> => {
    const bytes = isCompressed ? undefined : fileBytes(source, options.onBytes, format);
    return bytes ?? (await bufferedBytes(stream.read(), format));
  };
  const encoding = isBinaryFormat(stream.head) ? 'utf-8' : detectEncoding(stream.head);
  if (encoding !== 'utf-8') stream = await open(utf16ToUtf8(stream.read(), encoding));
  const skipped = asciiText(stream.head, 0, 3) === '\u00ef\u00bb\u00bf' ? 3 : 0;
  const nulls = new NullTexts(options.nulls ?? []);
  return {
    source,
    head: stream.head.subarray(skipped),
    isWhole: stream.head.length < limits.headBytes,
    chunks: stream.read(skipped),
    openBytes,
    isCompressed,
    ports,
    choices: options,
    nulls,
    profiles: new ColumnProfiles(nulls, options.expected, options.listed, options.onValue),
    knownNames: (table) => KnownNames.of(options.expected ?? [], table ?? tableNamed(source)),
    leastStep: options.leastStep,
    checkpoint,
  };
}

/** RFC 1952, section 2.3.1. */
function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? '';
}
