import { Inflate } from 'fflate';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { ZipMember } from './zip-archive.ts';

/** Compressed bytes of a step: at most a thousand times as many come out of it at once. */
const stepLength = 64 * 1024;

/** A member that expands more than others, but to no more than this, is no bomb. */
const harmlessLength = 16 * 1024 * 1024;

/** What may still be decompressed of one archive. */
export interface UnzipBudget {
  left: number;
}

const method = { stored: 0, deflated: 8 } as const;

/** Decompresses a member in steps. A chunk is valid until the next one is requested. */
export async function* readMember(
  bytes: RandomAccess,
  member: ZipMember,
  budget: UnzipBudget,
  format: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const damaged = () => new InferenceError({ kind: 'damaged', format });
  if (member.isEncrypted) throw new InferenceError({ kind: 'encrypted', format });
  const start = await dataStart(bytes, member);
  const end = start === undefined ? Number.NaN : start + member.compressedSize;
  if (start === undefined || !(end <= bytes.size)) throw damaged();
  if (member.method !== method.stored && member.method !== method.deflated) throw damaged();
  let compressed = 0;
  let expanded = 0;
  const count = (chunk: Uint8Array): Uint8Array => {
    expanded += chunk.length;
    budget.left -= chunk.length;
    if (budget.left < 0)
      throw new InferenceError({
        kind: 'unzipped-too-large',
        megabytes: limits.unzippedBytes / 1024 / 1024,
      });
    if (expanded > harmlessLength && expanded > compressed * limits.zipRatio)
      throw new InferenceError({ kind: 'zip-bomb' });
    return chunk;
  };
  const inflated: Uint8Array[] = [];
  let isComplete = member.method === method.stored;
  const inflate = new Inflate((chunk, isLast) => {
    inflated.push(chunk);
    isComplete ||= isLast;
  });
  for (let position = start; position < end; position += stepLength) {
    const length = Math.min(stepLength, end - position);
    const step = await bytes.read(position, length);
    if (step === undefined) throw damaged();
    compressed += length;
    if (member.method === method.stored) {
      yield count(step);
      continue;
    }
    try {
      inflate.push(step, position + length === end);
    } catch {
      throw damaged();
    }
    for (const chunk of inflated.splice(0)) yield count(chunk);
  }
  if (!isComplete) throw damaged();
}

/** After the local header, whose extra field may have another length than that of the directory. */
async function dataStart(bytes: RandomAccess, { position }: ZipMember): Promise<number | undefined> {
  const header = await bytes.read(position, 30);
  if (header === undefined) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== 0x04034b50) return undefined;
  return position + 30 + view.getUint16(26, true) + view.getUint16(28, true);
}
