import type { RandomAccess } from '../../bytes/random-access.ts';
import { type DeclaredColumn, profileDeclared } from '../../columns/declared-column.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { FormatInput, FormatOptions, ProfiledTable } from '../format.ts';
import { damaged, FlatTable } from './flatbuffer.ts';
import { type ArrowColumn, readArrowSchema } from './schema.ts';

/** Numbers of the union `MessageHeader` (https://github.com/apache/arrow/blob/main/format/Message.fbs). */
const header = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;

/** Reads the schema of an Arrow file (Feather V2) or stream, and how many rows and nulls its record batches have. */
export async function readArrow(
  { openBytes }: FormatInput,
  { nulls }: FormatOptions,
): Promise<readonly ProfiledTable[]> {
  const bytes = await openBytes('Arrow / Feather');
  const messages = readMessages(bytes, await messagesStart(bytes));
  const first = (await messages.next()).value;
  if (first === undefined || first.type !== header.schema) throw damaged();
  const columns = readArrowSchema(first.header);
  const counts = await countBatches(messages, columns);
  return [
    {
      name: undefined,
      format: 'arrow',
      rows: counts?.rows,
      columns: profileDeclared(
        columns.map(
          (column, index): DeclaredColumn => ({
            ...column,
            // The nulls of a structure are not counted again in its fields.
            empty: column.path.length === 1 ? counts?.empty[index] : undefined,
          }),
        ),
        nulls,
      ),
      encoding: 'utf-8',
      notes: [],
    },
  ];
}

/** A file has the messages of a stream between two marks of eight and six bytes. */
async function messagesStart(bytes: RandomAccess): Promise<number> {
  const start = await bytes.read(0, 6);
  if (start === undefined) throw damaged();
  if (String.fromCharCode(...start) !== 'ARROW1') return 0;
  const end = await bytes.read(bytes.size - 6, 6);
  if (bytes.size < 24 || end === undefined || String.fromCharCode(...end) !== 'ARROW1') throw damaged();
  return 8;
}

interface Message {
  readonly type: number;
  readonly header: FlatTable;
}

/** https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format; their bodies are skipped. */
async function* readMessages(bytes: RandomAccess, start: number): AsyncGenerator<Message, undefined> {
  let position = start;
  // A stream may end without a mark.
  while (position !== bytes.size) {
    const prefix = await bytes.read(position, 8);
    if (prefix === undefined) throw damaged();
    const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
    // Before version 0.15, and at the end of files that apache-arrow for JavaScript writes, there is only the length.
    const prefixLength = view.getUint32(0, true) === 0xffffffff ? 8 : 4;
    const length = view.getUint32(prefixLength - 4, true);
    if (length === 0) return;
    if (length > limits.metadataBytes)
      throw new InferenceError({ kind: 'metadata-too-large', format: 'Arrow / Feather' });
    const metadata = await bytes.read(position + prefixLength, length);
    if (metadata === undefined) throw damaged();
    const message = FlatTable.root(metadata);
    const body = Number(message.long(3));
    position += prefixLength + length + body;
    const content = message.table(2);
    if (body < 0 || position > bytes.size || content === undefined) throw damaged();
    yield { type: message.byte(1, 0), header: content };
  }
}

/** `undefined`: there are too many batches to look at each. */
async function countBatches(messages: AsyncIterable<Message>, columns: readonly ArrowColumn[]) {
  let rows = 0;
  let count = 0;
  const empty = columns.map(() => 0);
  for await (const { type, header: batch } of messages) {
    if (++count > limits.recordBatches) return undefined;
    if (type !== header.recordBatch) continue;
    rows += Number(batch.long(0));
    const nullCounts = [...batch.secondLongs(1)];
    for (const [index, { node, kinds }] of columns.entries()) {
      const nulls = nullCounts[node];
      if (nulls === undefined) throw damaged();
      empty[index] = (empty[index] ?? 0) + (kinds === 0 ? Number(batch.long(0)) : Number(nulls));
    }
  }
  const areTrue = rows >= 0 && Number.isSafeInteger(rows) && empty.every((each) => each >= 0 && each <= rows);
  if (!areTrue) throw damaged();
  return { rows, empty };
}
