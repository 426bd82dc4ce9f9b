import type { Checkpoint } from '../../bytes/checkpoint.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { TableNote } from '../../notes.ts';
import type { FormatInput, FormatOptions, ProfiledTable } from '../format.ts';
import { describeCompoundFile } from './compound-file.ts';
import { PackageParts, type Relationship } from './package-parts.ts';
import type { DateSystem } from './serial-date.ts';
import { SharedStrings } from './shared-strings.ts';
import { type CellContext, SheetReader } from './sheet-reader.ts';
import { StylesReader } from './styles.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** Reads the sheets of a workbook, each as a table, whole: cells are scanned while they are decompressed. */
export async function readExcel(
  { head, openBytes }: FormatInput,
  options: FormatOptions,
  checkpoint: Checkpoint,
): Promise<readonly ProfiledTable[]> {
  const bytes = await openBytes('Excel');
  if (head[0] === 0xd0) throw new InferenceError(await describeCompoundFile(bytes));
  const parts = await PackageParts.open(bytes, checkpoint);
  const path = find(await parts.relationships(''), 'officeDocument')?.target;
  // Any ZIP archive, or a document of another program.
  if (path === undefined || !/\.xml$/i.test(path)) throw new InferenceError({ kind: 'unsupported-format' });
  const workbook = new WorkbookReader();
  await parts.read(path, workbook);
  if (!workbook.isWorkbook) throw new InferenceError({ kind: 'unsupported-format' });
  const relationships = await parts.relationships(path);
  const context = await readContext(parts, relationships, workbook.dateSystem);

  const tables: ProfiledTable[] = [];
  const notes: TableNote[] = [];
  for (const { name, id } of workbook.sheets) {
    const relationship = relationships.find((each) => each.id === id);
    // Charts and dialogs are sheets, too.
    if (relationship?.type !== 'worksheet') continue;
    const sheet = new SheetReader(context, options);
    await parts.read(relationship.target, sheet);
    const table = sheet.table(name);
    if (table === undefined) notes.push({ kind: 'empty-sheet', name });
    else tables.push(table);
  }
  const [first, ...others] = tables;
  if (first === undefined) throw new InferenceError({ kind: 'no-record' });
  return [{ ...first, notes: [...first.notes, ...notes] }, ...others];
}

async function readContext(
  parts: PackageParts,
  relationships: readonly Relationship[],
  dateSystem: DateSystem,
): Promise<CellContext> {
  const strings = new SharedStrings();
  const stringsPath = find(relationships, 'sharedStrings')?.target;
  if (stringsPath !== undefined) await parts.read(stringsPath, strings);
  const styles = new StylesReader();
  const stylesPath = find(relationships, 'styles')?.target;
  if (stylesPath !== undefined) await parts.read(stylesPath, styles);
  return { strings, areDates: styles.areDates, dateSystem };
}

function find(relationships: readonly Relationship[], type: string): Relationship | undefined {
  return relationships.find((each) => each.type === type);
}

/** Reads the list of sheets (ECMA-376, part 1, section 18.2). */
class WorkbookReader implements XmlHandler {
  isWorkbook = false;
  dateSystem: DateSystem = 1900;
  readonly sheets: { readonly name: string; readonly id: string }[] = [];

  open(...[name, attributes]: Parameters<XmlHandler['open']>): void {
    if (name === 'workbook') this.isWorkbook = true;
    else if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.get('date1904') ?? ''))
      this.dateSystem = 1904;
    else if (name === 'sheet') {
      this.sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '' });
      if (this.sheets.length > limits.tables)
        throw new InferenceError({ kind: 'too-many-tables', limit: limits.tables });
    }
  }

  close(): void {
    // Everything is in the attributes.
  }
}
