import { Inflate } from 'fflate';
import type { RandomAccess } from '../../bytes/random-access.ts';
import { InferenceError } from '../../failure.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { ZipMember } from './zip-archive.ts';

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
  const damaged = () => new InferenceError({ kind: 'damaged', format });
  if (member.isEncrypted) throw new InferenceError({ kind: 'encrypted', format });
  const start = await dataStart(bytes, member);
  const end = start === undefined ? Number.NaN : start + member.compressedSize;
  if (start === undefined || !(end <= bytes.size)) throw damaged();
  if (member.method !== method.stored && member.method !== method.deflated) throw damaged();
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
    if (step === undefined) throw damaged();
    compressed += step.length;
    if (member.method === method.stored) {
      yield count(step);
      continue;
    }
    try {
      inflate.push(step, compressed === member.compressedSize);
    } catch {
      throw damaged();
    }
    for (const chunk of inflated.splice(0)) yield count(chunk);
  }
  if (!isComplete) throw damaged();
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
