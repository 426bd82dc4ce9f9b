import { type RandomAccess, viewOf } from '../../bytes/random-access.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import {
  checkTableCount,
  damagedData,
  InferenceError,
  type InferenceFailure,
} from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { TableNote } from '../../notes.ts';
import type { Checkpoint } from '../../work-budget.ts';
import {
  builtInDateFormat,
  type DateSystem,
  isDateFormat,
  parseRange,
  type TimeFormat,
  timeFormat,
} from './cells.ts';
import { PackageParts, type Relationship } from './package-parts.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetReader, type WorkbookParts } from './sheet-reader.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { readZipDirectory } from './zip-archive.ts';

/** Reads the sheets of a workbook, each as a table, whole: cells are scanned while they are decompressed. */
export async function readExcel(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { head, openBytes, choices, checkpoint } = input;
  const bytes = await openBytes('Excel');
  if (head[0] === 0xd0) throw new InferenceError(await describeCompoundFile(bytes));
  const parts = new PackageParts(bytes, await readZipDirectory(bytes), checkpoint);
  const path = find(await parts.relationships(''), 'officeDocument')?.target;
  if (path !== undefined && /(?:^|\/)workbook\.bin$/i.test(path))
    throw new InferenceError({ kind: 'binary-excel' });
  // Any ZIP archive, or a document of another program.
  if (path === undefined || !/\.xml$/i.test(path)) throw new InferenceError({ kind: 'unsupported-format' });
  const workbook = await readWorkbook(parts, path);
  if (workbook === undefined) throw new InferenceError({ kind: 'unsupported-format' });
  const relationships = await parts.relationships(path);
  const workbookParts = await readWorkbookParts(parts, relationships, checkpoint);

  const tables: ProfiledTable[] = [];
  const read = new Set<string>();
  const notes: TableNote[] = [];
  const chosen = choices.range === undefined ? undefined : parseRange(choices.range)?.sheet;
  for (const { name, id } of workbook.sheets) {
    if (chosen !== undefined && name.toLowerCase() !== chosen.toLowerCase()) continue;
    const relationship = relationships.find((each) => each.id === id);
    // Charts and dialogs are sheets, too.
    if (relationship?.type !== 'worksheet' || !input.chosen.has(name)) continue;
    // A part is one sheet.
    if (read.has(relationship.target)) throw damagedData('Excel');
    read.add(relationship.target);
    const sheet = new SheetReader(
      { ...workbookParts, dateSystem: workbook.dateSystem },
      { ...input, known: input.knownNames(name) },
    );
    await parts.read(relationship.target, sheet);
    const table = sheet.tables.table(name);
    if (table === undefined) notes.push({ kind: 'empty-sheet', name });
    else tables.push({ ...table, notes: [...table.notes, ...sheet.notes()] });
  }
  const [first, ...others] = tables;
  if (chosen !== undefined && read.size === 0) throw new InferenceError({ kind: 'no-sheet', name: chosen });
  if (read.size === 0) input.chosen.of([]);
  if (first === undefined) throw new InferenceError({ kind: 'no-record' });
  return [{ ...first, notes: [...first.notes, ...notes] }, ...others];
}

/** The sheets of a workbook (ECMA-376, part 1, section 18.2); `undefined` for another document. */
async function readWorkbook(parts: PackageParts, path: string) {
  let isWorkbook = false;
  let dateSystem: DateSystem = 1900;
  const sheets: { readonly name: string; readonly id: string }[] = [];
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.get('date1904') ?? ''))
        dateSystem = 1904;
      else if (name === 'sheet') {
        sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '' });
        checkTableCount(sheets.length);
      }
    },
  });
  return isWorkbook ? { dateSystem, sheets } : undefined;
}

async function readWorkbookParts(
  parts: PackageParts,
  relationships: readonly Relationship[],
  checkpoint: Checkpoint,
): Promise<Omit<WorkbookParts, 'dateSystem'>> {
  const strings = new SharedStrings(checkpoint.budget);
  const stringsPath = find(relationships, 'sharedStrings')?.target;
  if (stringsPath !== undefined) await parts.read(stringsPath, strings);
  const styles = new StylesReader();
  const stylesPath = find(relationships, 'styles')?.target;
  if (stylesPath !== undefined) await parts.read(stylesPath, styles);
  return { strings, dateFormats: styles.dateFormats, timeFormats: styles.timeFormats };
}

function find(relationships: readonly Relationship[], type: string): Relationship | undefined {
  return relationships.find((each) => each.type === type);
}

/**
 * Why a compound file can't be read (MS-CFB): a workbook with a password is in a stream `EncryptedPackage`
 * (MS-OFFCRYPTO, section 2.3.4.4), one of Excel 97-2003 in `Workbook` or `Book`.
 */
async function describeCompoundFile(bytes: RandomAccess): Promise<InferenceFailure> {
  const header = viewOf(await bytes.read(0, 512));
  const sectorSize = header.getUint16(30, true) === 12 ? 4096 : 512;
  const position = (header.getUint32(48, true) + 1) * sectorSize;
  // The directory's first sectors have the names of its streams.
  const length = Math.min(sectorSize * 4, bytes.size - position);
  const names = new TextDecoder('utf-16le').decode(await bytes.read(position, length));
  return names.includes('EncryptedPackage')
    ? { kind: 'encrypted', format: 'Excel' }
    : names.includes('Workbook') || names.includes('Book')
      ? { kind: 'old-excel' }
      : { kind: 'unsupported-format' };
}

/** Finds out which styles of cells show dates (ECMA-376, part 1, section 18.8). */
class StylesReader implements XmlHandler {
  /** For each style of cells the format by which it shows a date or a time. */
  readonly dateFormats: (string | undefined)[] = [];
  /** Of those without a date. */
  readonly timeFormats: (TimeFormat | undefined)[] = [];
  readonly #formats = new Map<number, string>();
  #isInCellStyles = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'numFmt') {
      if (this.#formats.size > limits.columns) throw damagedData('Excel');
      const code = attributes.get('formatCode') ?? '';
      this.#formats.set(Number(attributes.get('numFmtId')), code);
    } else if (name === 'cellXfs') this.#isInCellStyles = true;
    else if (name === 'xf' && this.#isInCellStyles) {
      const id = Number(attributes.get('numFmtId') ?? 0);
      const code = this.#formats.get(id);
      const isDate = code !== undefined && isDateFormat(code);
      this.dateFormats.push(code === undefined ? builtInDateFormat(id) : isDate ? code : undefined);
      this.timeFormats.push(timeFormat(id, code));
      // Excel has 65,490 at most.
      if (this.dateFormats.length > 100_000) throw damagedData('Excel');
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellStyles = false;
  }
}
