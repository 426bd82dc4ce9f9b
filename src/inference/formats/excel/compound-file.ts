import type { RandomAccess } from '../../bytes/random-access.ts';
import { InferenceError, type InferenceFailure } from '../../failure.ts';

/**
 * Why a compound file can't be read (MS-CFB): a workbook with a password is in a stream `EncryptedPackage`
 * (MS-OFFCRYPTO, section 2.3.4.4), one of Excel 97-2003 in `Workbook` or `Book`.
 */
export async function describeCompoundFile(bytes: RandomAccess): Promise<InferenceFailure> {
  const header = await bytes.read(0, 512);
  if (header === undefined) throw new InferenceError({ kind: 'damaged', format: 'Excel' });
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512;
  const position = (view.getUint32(48, true) + 1) * sectorSize;
  // The directory's first sectors have the names of its streams.
  const length = Math.min(sectorSize * 4, Math.max(0, bytes.size - position));
  const names = new TextDecoder('utf-16le').decode(await bytes.read(position, length));
  return names.includes('EncryptedPackage')
    ? { kind: 'encrypted', format: 'Excel' }
    : names.includes('Workbook') || names.includes('Book')
      ? { kind: 'old-excel' }
      : { kind: 'unsupported-format' };
}
