/** The names of the files in a ZIP archive, from its central directory (APPNOTE.TXT, sections 4.3.12 and 4.3.16). */
export function archiveEntries(archive: Buffer): string[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end === -1) throw new Error('This is not a ZIP archive.');
  const names: string[] = [];
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = archive.readUInt16LE(entry + 28);
    const extraLength = archive.readUInt16LE(entry + 30);
    const commentLength = archive.readUInt16LE(entry + 32);
    names.push(archive.toString('utf8', entry + 46, entry + 46 + nameLength));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return names;
}
