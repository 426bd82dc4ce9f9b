import { strToU8, zipSync } from 'fflate';

/** A cell as it is written in a sheet: an element `c` without its reference. */
export type Cell = string;

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

export const cells = {
  number: (value: number | string): Cell => `<c><v>${value}</v></c>`,
  /** Styles: 1 a date, 2 a date and time of its own format, 3 a time, 4 an amount in red. */
  styled: (value: number | string, style: number): Cell => `<c s="${style}"><v>${value}</v></c>`,
  text: (value: string): Cell => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`,
  formula: (value: string): Cell => `<c t="str"><f>A1&amp;"x"</f><v>${escaped(value)}</v></c>`,
  shared: (index: number): Cell => `<c t="s"><v>${index}</v></c>`,
  boolean: (value: boolean): Cell => `<c t="b"><v>${value ? 1 : 0}</v></c>`,
  error: (value: string): Cell => `<c t="e"><v>${value}</v></c>`,
  none: '<c/>',
} as const;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  /** References of merged cells, such as `A1:B1`. */
  readonly merged?: readonly string[];
}

export interface WorkbookOptions {
  readonly strings?: readonly string[];
  readonly has1904?: boolean;
  /** Parts by their paths, in place of those that are written. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relationships = (content: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

/** The parts of a workbook (ECMA-376, part 1, annex L.2). */
export function workbookParts(
  sheets: readonly Sheet[],
  { strings = [], has1904 = false, parts = {} }: WorkbookOptions = {},
): Record<string, Uint8Array> {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main} xmlns:r="${office}"><workbookPr${has1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      sheets
        .map((_, index) => relationship(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
        .join('') +
        relationship('rIdStrings', 'sharedStrings', '/xl/sharedStrings.xml') +
        relationship('rIdStyles', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `<sst ${main}>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd&quot; at &quot;hh:mm:ss"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="[Red]0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
  };
  for (const [index, { rows, merged }] of sheets.entries())
    all[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(rows, merged);
  return Object.fromEntries(
    Object.entries({ ...all, ...parts }).map(([path, content]) => [
      path,
      typeof content === 'string' ? strToU8(content) : content,
    ]),
  );
}

export function sheetXml(rows: readonly (readonly Cell[])[], merged: readonly string[] = []): string {
  const written = rows.map((row, index) => {
    const referenced = row.map((cell, column) =>
      cell.replace('<c', `<c r="${columnName(column)}${index + 1}"`),
    );
    return `<row r="${index + 1}">${referenced.join('')}</row>`;
  });
  return `<?xml version="1.0"?>\n<worksheet ${main}><sheetData>${written.join('\n')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
}

export function writeXlsx(sheets: readonly Sheet[], options: WorkbookOptions = {}): Uint8Array {
  return zipSync(workbookParts(sheets, options));
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
