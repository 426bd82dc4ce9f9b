import { Inflate } from 'fflate';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { checkMetadataLength, damaged, InferenceError } from '../../inference-error.ts';
import type { WorkBudget } from '../../work-budget.ts';

/** A member of an archive, as the central directory has it. */
export interface ZipMember {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly compressedSize: number;
  /** Of its local header. */
  readonly position: number;
}

const signature = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, member: 0x02014b50 };

/** Bytes of the end record and the longest comment after it. */
const maxEndLength = 22 + 65_535;

/** Reads the central directory (APPNOTE 6.3.10, section 4.3). The first of members with the same name counts. */
export async function readZipDirectory(
  bytes: RandomAccess,
  format: string,
): Promise<ReadonlyMap<string, ZipMember>> {
  const tailLength = Math.min(maxEndLength, bytes.size);
  const tail = viewOf(await bytes.read(bytes.size - tailLength, tailLength));
  const end = tail === undefined ? -1 : findEnd(tail);
  if (tail === undefined || end < 0) throw damaged(format);
  let count = tail.getUint16(end + 10, true);
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    if (end < 20 || tail.getUint32(end - 20, true) !== signature.locator64) throw damaged(format);
    const end64 = viewOf(await bytes.read(Number(tail.getBigUint64(end - 12, true)), 56));
    if (end64?.getUint32(0, true) !== signature.end64) throw damaged(format);
    count = Number(end64.getBigUint64(32, true));
    size = Number(end64.getBigUint64(40, true));
    start = Number(end64.getBigUint64(48, true));
  }
  checkMetadataLength(size, format);
  const directory = viewOf(await bytes.read(start, size));
  if (directory === undefined || count * 46 > size) throw damaged(format);
  const members = new Map<string, ZipMember>();
  let i = 0;
  for (let index = 0; index < count; index++) {
    if (i + 46 > size || directory.getUint32(i, true) !== signature.member) throw damaged(format);
    const nameLength = directory.getUint16(i + 28, true);
    const extraLength = directory.getUint16(i + 30, true);
    const next = i + 46 + nameLength + extraLength + directory.getUint16(i + 32, true);
    if (next > size) throw damaged(format);
    const nameBytes = new Uint8Array(directory.buffer, directory.byteOffset + i + 46, nameLength);
    const name = new TextDecoder().decode(nameBytes).toLowerCase();
    const extra = new DataView(directory.buffer, directory.byteOffset + i + 46 + nameLength, extraLength);
    if (!members.has(name)) members.set(name, memberOf(directory, i, extra));
    i = next;
  }
  return members;
}

function memberOf(directory: DataView, i: number, extra: DataView): ZipMember {
  let compressedSize = directory.getUint32(i + 20, true);
  let position = directory.getUint32(i + 42, true);
  // Only what doesn't fit is in the extra field of ZIP64 (section 4.5.3), in this order.
  let field = zip64Field(extra);
  if (directory.getUint32(i + 24, true) === 0xffffffff) field += 8;
  const take = (): number => {
    if (field < 0 || field + 8 > extra.byteLength) return Number.NaN;
    field += 8;
    return Number(extra.getBigUint64(field - 8, true));
  };
  if (compressedSize === 0xffffffff) compressedSize = take();
  if (position === 0xffffffff) position = take();
  return {
    method: directory.getUint16(i + 10, true),
    isEncrypted: (directory.getUint16(i + 8, true) & 1) === 1,
    compressedSize,
    position,
  };
}

function zip64Field(extra: DataView): number {
  for (let i = 0; i + 4 <= extra.byteLength; i += 4 + extra.getUint16(i + 2, true))
    if (extra.getUint16(i, true) === 1) return i + 4;
  return Number.NEGATIVE_INFINITY;
}

/** The last end record whose comment is in the file; some services add bytes of their own to files. */
function findEnd(tail: DataView): number {
  for (let i = tail.byteLength - 22; i >= 0; i--)
    if (tail.getUint32(i, true) === signature.end && i + 22 + tail.getUint16(i + 20, true) <= tail.byteLength)
      return i;
  return -1;
}

function viewOf(bytes: Uint8Array | undefined): DataView | undefined {
  return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Compressed bytes that are read from the file at once. */
const blockLength = 1024 * 1024;

/** Compressed bytes of a step: at most a thousand times as many come out of it at once. */
const stepLength = 64 * 1024;

const method = { stored: 0, deflated: 8 } as const;

/** Decompresses a member in steps. A chunk is valid until the next one is requested. */
export async function* readMember(
  bytes: RandomAccess,
  member: ZipMember,
  budget: WorkBudget,
  format: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (member.isEncrypted) throw new InferenceError({ kind: 'encrypted', format });
  const start = await dataStart(bytes, member);
  const end = start === undefined ? Number.NaN : start + member.compressedSize;
  if (start === undefined || !(end <= bytes.size)) throw damaged(format);
  if (member.method !== method.stored && member.method !== method.deflated) throw damaged(format);
  let compressed = 0;
  const count = (chunk: Uint8Array): Uint8Array => {
    budget.expand(chunk.length);
    return chunk;
  };
  const inflated: Uint8Array[] = [];
  let isComplete = member.method === method.stored;
  const inflate = new Inflate((chunk, isLast) => {
    inflated.push(chunk);
    isComplete ||= isLast;
  });
  for await (const step of readSteps(bytes, start, end)) {
    if (step === undefined) throw damaged(format);
    compressed += step.length;
    if (member.method === method.stored) {
      yield count(step);
      continue;
    }
    try {
      inflate.push(step, compressed === member.compressedSize);
    } catch {
      throw damaged(format);
    }
    for (const chunk of inflated.splice(0)) yield count(chunk);
  }
  if (!isComplete) throw damaged(format);
}

/** Reads a part of a file in steps. `undefined` where the file is shorter. */
async function* readSteps(
  bytes: RandomAccess,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array | undefined, void, undefined> {
  for (let position = start; position < end; position += blockLength) {
    const block = await bytes.read(position, Math.min(blockLength, end - position));
    if (block === undefined) return yield undefined;
    for (let step = 0; step < block.length; step += stepLength) yield block.subarray(step, step + stepLength);
  }
}

/** After the local header, whose extra field may have another length than that of the directory. */
async function dataStart(bytes: RandomAccess, { position }: ZipMember): Promise<number | undefined> {
  const header = await bytes.read(position, 30);
  if (header === undefined) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== 0x04034b50) return undefined;
  return position + 30 + view.getUint16(26, true) + view.getUint16(28, true);
}
