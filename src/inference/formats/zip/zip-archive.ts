import type { RandomAccess } from '../../bytes/random-access.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';

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
  const damaged = () => new InferenceError({ kind: 'damaged', format });
  const tailLength = Math.min(maxEndLength, bytes.size);
  const tail = viewOf(await bytes.read(bytes.size - tailLength, tailLength));
  const end = tail === undefined ? -1 : findEnd(tail);
  if (tail === undefined || end < 0) throw damaged();
  let count = tail.getUint16(end + 10, true);
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    if (end < 20 || tail.getUint32(end - 20, true) !== signature.locator64) throw damaged();
    const end64 = viewOf(await bytes.read(Number(tail.getBigUint64(end - 12, true)), 56));
    if (end64?.getUint32(0, true) !== signature.end64) throw damaged();
    count = Number(end64.getBigUint64(32, true));
    size = Number(end64.getBigUint64(40, true));
    start = Number(end64.getBigUint64(48, true));
  }
  if (size > limits.metadataBytes) throw new InferenceError({ kind: 'metadata-too-large', format });
  const directory = viewOf(await bytes.read(start, size));
  if (directory === undefined || count * 46 > size) throw damaged();
  const members = new Map<string, ZipMember>();
  let i = 0;
  for (let index = 0; index < count; index++) {
    if (i + 46 > size || directory.getUint32(i, true) !== signature.member) throw damaged();
    const nameLength = directory.getUint16(i + 28, true);
    const extraLength = directory.getUint16(i + 30, true);
    const next = i + 46 + nameLength + extraLength + directory.getUint16(i + 32, true);
    if (next > size) throw damaged();
    const nameBytes = new Uint8Array(directory.buffer, directory.byteOffset + i + 46, nameLength);
    const name = new TextDecoder().decode(nameBytes).toLowerCase();
    const extra = new DataView(directory.buffer, directory.byteOffset + i + 46 + nameLength, extraLength);
    if (!members.has(name)) members.set(name, readMember(directory, i, extra));
    i = next;
  }
  return members;
}

function readMember(directory: DataView, i: number, extra: DataView): ZipMember {
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

/** The last end record whose comment ends with the file. */
function findEnd(tail: DataView): number {
  for (let i = tail.byteLength - 22; i >= 0; i--)
    if (
      tail.getUint32(i, true) === signature.end &&
      i + 22 + tail.getUint16(i + 20, true) === tail.byteLength
    )
      return i;
  return -1;
}

function viewOf(bytes: Uint8Array | undefined): DataView | undefined {
  return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
