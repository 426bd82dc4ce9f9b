import type { DocumentFormat } from '../../../src/dataset/dataset.ts';
import { validateText } from '../../../src/dataset/document.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import type { Design } from '../../../src/designer/design.ts';
import { readDesign, withProblems } from '../../../src/designer/read-design.ts';

/** The design of a text, with its problems. */
export async function designOf(text: string, format: DocumentFormat = 'json'): Promise<Design> {
  const { design, places } = await readDesign(new ParsedDocument(text, format));
  return withProblems(design, places, text, await validateText(text, format, { rules: {}, dataTypes: [] }));
}

/** A design of tables, each given by the names of its columns. */
export function designWith(tables: Readonly<Record<string, readonly string[]>>): Design {
  return {
    dataset: { name: 'd', problems: [] },
    tables: Object.entries(tables).map(([name, columns]) => ({
      name,
      problems: [],
      columns: columns.map((column) => ({ name: column, dataType: 'string', problems: [] })),
    })),
  };
}
