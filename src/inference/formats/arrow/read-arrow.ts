import { type RandomAccess, viewOf } from '../../bytes/random-access.ts';
import { type DeclaredColumn, declaredTable } from '../../columns/declared-column.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkMetadataLength, damagedData } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { Checkpoint, WorkBudget } from '../../work-budget.ts';
import { type ArrowColumn, readArrowSchema } from './arrow-schema.ts';
import { FlatTable } from './flatbuffer.ts';

/** Numbers of the union `MessageHeader` (https://github.com/apache/arrow/blob/main/format/Message.fbs). */
const header = { schema: 1, recordBatch: 3 } as const;

/** Reads the schema of an Arrow file (Feather V2) or stream, and how many rows and nulls its record batches have. */
export async function readArrow(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { checkpoint } = input;
  const bytes = await input.openBytes('Arrow / Feather');
  const start = await bytes.read(0, 6);
  const { schema, batches } = isMagic(start)
    ? await openFile(bytes, checkpoint.budget)
    : await openStream(bytes, checkpoint.budget);
  const columns = readArrowSchema(schema);
  const counts = await countBatches(batches, columns, checkpoint);
  const counted = columns.map(
    (column, index): DeclaredColumn => ({
      ...column,
      // The nulls of a structure are not counted again in its fields.
      empty: column.path.length === 1 ? counts?.empty[index] : undefined,
    }),
  );
  return declaredTable('arrow', counts?.rows, counted, input);
}

interface Opened {
  readonly schema: FlatTable;
  /** The headers of the record batches. */
  readonly batches: AsyncIterable<FlatTable>;
}

/** A file ends with a footer, its length in four bytes, and the mark that it begins with. */
async function openFile(bytes: RandomAccess, budget: WorkBudget): Promise<Opened> {
  const tail = await bytes.read(bytes.size - 10, 10);
  if (!isMagic(tail.subarray(4))) throw damagedData('Arrow / Feather');
  const length = viewOf(tail).getUint32(0, true);
  if (length > bytes.size - 10) throw damagedData('Arrow / Feather');
  checkMetadataLength(length, 'Arrow / Feather');
  const content = await bytes.read(bytes.size - 10 - length, length);
  const footer = FlatTable.root(content, budget);
  const schema = footer.table(1);
  if (schema === undefined) throw damagedData('Arrow / Feather');
  async function* batches() {
    // Structures `Block`: a position, the length of the metadata, the length of the body.
    for (const position of footer.longs(3, 24, 0)) {
      const message = await readMessage(bytes, Number(position), budget);
      if (message?.type !== header.recordBatch) throw damagedData('Arrow / Feather');
      yield message.header;
    }
  }
  return { schema, batches: batches() };
}

/** A stream is messages one after the other, first the schema. Their bodies are skipped. */
async function openStream(bytes: RandomAccess, budget: WorkBudget): Promise<Opened> {
  const first = await readMessage(bytes, 0, budget);
  if (first?.type !== header.schema) throw damagedData('Arrow / Feather');
  const start = first.end;
  async function* batches() {
    let position = start;
    // It may end without a mark.
    while (position !== bytes.size) {
      const message = await readMessage(bytes, position, budget);
      if (message === undefined) return;
      if (message.type === header.recordBatch) yield message.header;
      position = message.end;
    }
  }
  return { schema: first.header, batches: batches() };
}

interface Message {
  readonly type: number;
  readonly header: FlatTable;
  /** After its body. */
  readonly end: number;
}

/** https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format; `undefined` at the mark of the end. */
async function readMessage(
  bytes: RandomAccess,
  position: number,
  budget: WorkBudget,
): Promise<Message | undefined> {
  const prefix = viewOf(await bytes.read(position, bytes.size - position < 8 ? 4 : 8));
  // Before version 0.15 there was only the length.
  const prefixLength = prefix.getUint32(0, true) === 0xffffffff && prefix.byteLength === 8 ? 8 : 4;
  const length = prefix.getUint32(prefixLength - 4, true);
  if (length === 0) return undefined;
  if (length > bytes.size - position - prefixLength) throw damagedData('Arrow / Feather');
  checkMetadataLength(length, 'Arrow / Feather');
  // Several blocks may be the same message.
  budget.work(length);
  const metadata = await bytes.read(position + prefixLength, length);
  const message = FlatTable.root(metadata, budget);
  const content = message.table(2);
  const body = Number(message.long(3));
  const end = position + prefixLength + length + body;
  if (content === undefined || body < 0 || end > bytes.size) throw damagedData('Arrow / Feather');
  return { type: message.byte(1), header: content, end };
}

/** `undefined`: there are too many batches to look at each. */
async function countBatches(
  batches: AsyncIterable<FlatTable>,
  columns: readonly ArrowColumn[],
  checkpoint: Checkpoint,
) {
  let rows = 0;
  let count = 0;
  const empty = columns.map(() => 0);
  for await (const batch of batches) {
    if (++count > limits.recordBatches) return undefined;
    await checkpoint.pass();
    checkpoint.budget.work(columns.length * 10);
    const length = Number(batch.long(0));
    rows += length;
    // Structures `FieldNode`: a length, a number of nulls.
    const nullCounts = [...batch.longs(1, 16, 8)];
    for (const [index, { node, kinds }] of columns.entries()) {
      const nulls = nullCounts[node];
      if (nulls === undefined) throw damagedData('Arrow / Feather');
      empty[index] = (empty[index] ?? 0) + (kinds === 0 ? length : Number(nulls));
    }
  }
  const areTrue = rows >= 0 && Number.isSafeInteger(rows) && empty.every((each) => each >= 0 && each <= rows);
  if (!areTrue) throw damagedData('Arrow / Feather');
  return { rows, empty };
}

function isMagic(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes) === 'ARROW1';
}
