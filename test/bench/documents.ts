/** The approximate length of a JSON text, in UTF-16 code units. */
export interface Size {
  readonly name: string;
  readonly length: number;
}

export const sizes: readonly Size[] = [
  { name: '10 KB', length: 10_000 },
  { name: '100 KB', length: 100_000 },
  { name: '1 MB', length: 1_000_000 },
  { name: '10 MB', length: 10_000_000 },
];

interface Column {
  name: unknown;
  dataType?: unknown;
  [property: string]: unknown;
}

interface Table {
  name: unknown;
  columns: unknown;
  [property: string]: unknown;
}

interface Dataset {
  name: string;
  tables: Table[];
}

const columnsPerTable = 25;
const dataTypes = ['Int64', 'string', 'bool', 'DateTime'];

/** A valid dataset of about `length` characters, with indentation (`indent` 2) or without (0). */
export function validDocument(length: number, indent: number): string {
  return JSON.stringify(dataset(length, indent), null, indent);
}

/** Like `validDocument`, but with 20 problems throughout the text. */
export function documentWithProblems(length: number, indent: number): string {
  const { name, tables } = dataset(length, indent);
  const columns = tables.flatMap((table) =>
    Array.isArray(table.columns) ? (table.columns as Column[]) : [],
  );
  for (let problem = 0; problem < 20; problem++) {
    const at = Math.floor(((problem + 0.5) / 20) * columns.length);
    const column = columns[at];
    const neighbour = columns[at - (at % columnsPerTable === 0 ? -1 : 1)];
    if (column !== undefined && neighbour !== undefined) addProblem(problem, column, neighbour);
  }
  return JSON.stringify({ name, tables }, null, indent);
}

function addProblem(problem: number, column: Column, neighbour: Column): void {
  switch (problem % 7) {
    case 0:
      column.dataType = 'int64';
      break;
    case 1:
      column.name = 7;
      break;
    case 2:
      delete column.dataType;
      break;
    case 3:
      column.datatype = 'x';
      break;
    case 4:
      column.name = '';
      break;
    case 5:
      column.name = `${column.name} `;
      break;
    case 6:
      column.name = String(neighbour.name).toUpperCase();
  }
}

function dataset(length: number, indent: number): Dataset {
  const tables: Table[] = [];
  for (let size = 0; size < length; ) {
    const table = tableAt(tables.length);
    size += JSON.stringify(table, null, indent).length + indent * 2 * (columnsPerTable * 4 + 4);
    tables.push(table);
  }
  return { name: 'Sales', tables };
}

function tableAt(index: number): Table {
  const columns = Array.from({ length: columnsPerTable }, (_, column) => ({
    name: `Column ${index}.${column}`,
    dataType: dataTypes[(index + column) % dataTypes.length],
  }));
  return { name: `Table ${index}`, columns };
}
