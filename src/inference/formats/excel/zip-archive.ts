import { Inflate } from 'fflate';
import { type RandomAccess, viewOf } from '../../bytes/random-access.ts';
import { checkMetadataLength, damagedData, InferenceError } from '../../inference-error.ts';
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
export async function readZipDirectory(bytes: RandomAccess): Promise<ReadonlyMap<string, ZipMember>> {
  const tailLength = Math.min(maxEndLength, bytes.size);
  const tail = viewOf(await bytes.read(bytes.size - tailLength, tailLength));
  const end = findEnd(tail);
  if (end < 0) throw damagedData('Excel');
  let count = tail.getUint16(end + 10, true);
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    if (end < 20 || tail.getUint32(end - 20, true) !== signature.locator64) throw damagedData('Excel');
    const end64 = viewOf(await bytes.read(Number(tail.getBigUint64(end - 12, true)), 56));
    if (end64.getUint32(0, true) !== signature.end64) throw damagedData('Excel');
    count = Number(end64.getBigUint64(32, true));
    size = Number(end64.getBigUint64(40, true));
    start = Number(end64.getBigUint64(48, true));
  }
  checkMetadataLength(size, 'Excel');
  const directory = viewOf(await bytes.read(start, size));
  if (count * 46 > size) throw damagedData('Excel');
  const members = new Map<string, ZipMember>();
  let i = 0;
  for (let index = 0; index < count; index++) {
    if (i + 46 > size || directory.getUint32(i, true) !== signature.member) throw damagedData('Excel');
    const nameLength = directory.getUint16(i + 28, true);
    const extraLength = directory.getUint16(i + 30, true);
    const next = i + 46 + nameLength + extraLength + directory.getUint16(i + 32, true);
    if (next > size) throw damagedData('Excel');
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

/** Compressed bytes that are read from the file at once. */
const blockLength = 1024 * 1024;

/** Compressed bytes of a step: at most a thousand times as many come out of it at once. */
const stepLength = 16 * 1024;

const method = { stored: 0, deflated: 8 } as const;

/** Decompresses a member in steps. A chunk is valid until the next one is requested. */
export async function* readMember(
  bytes: RandomAccess,
  member: ZipMember,
  budget: WorkBudget,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (member.isEncrypted) throw new InferenceError({ kind: 'encrypted', format: 'Excel' });
  if (member.method !== method.stored && member.method !== method.deflated) throw damagedData('Excel');
  const start = await dataStart(bytes, member);
  const end = start + member.compressedSize;
  if (!(end <= bytes.size)) throw damagedData('Excel');
  const chunks: Uint8Array[] = [];
  let isComplete = member.method === method.stored;
  const inflate = new Inflate((chunk, isLast) => {
    chunks.push(chunk);
    isComplete ||= isLast;
  });
  for (let position = start; position < end; position += blockLength) {
    const block = await bytes.read(position, Math.min(blockLength, end - position));
    for (let i = 0; i < block.length; i += stepLength) {
      const step = block.subarray(i, i + stepLength);
      try {
        if (member.method === method.stored) chunks.push(step);
        else inflate.push(step, position + i + step.length === end);
      } catch {
        throw damagedData('Excel');
      }
      for (const chunk of chunks.splice(0)) {
        budget.expand(chunk.length);
        yield chunk;
      }
    }
  }
  if (!isComplete) throw damagedData('Excel');
}

/** After the local header, whose extra field may have another length than that of the directory. */
async function dataStart(bytes: RandomAccess, { position }: ZipMember): Promise<number> {
  const header = viewOf(await bytes.read(position, 30));
  if (header.getUint32(0, true) !== 0x04034b50) throw damagedData('Excel');
  return position + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}
