import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import jsonService from 'vscode-json-languageservice';
import { parseDocument } from 'yaml';
import { validateText } from '../../src/dataset/document.ts';
import type { Table } from './benchmark.ts';
import { documentWithProblems, sizes, validDocument } from './documents.ts';
import { type Contestant, sideBySide, threeDigits } from './side-by-side.ts';

export const name = 'Validation: times JSON.parse of the same text';

/** What the project promises, as multiples of JSON.parse. */
const most = { valid: 3, problems: 6 };

/** From a text to its problems with their positions, ours beside the ways that others go. */
export async function run(): Promise<Table> {
  const peers = await peersOf(JSON.parse(await readFile('schemas/dataset.schema.json', 'utf8')));
  const rows: string[][] = [];
  const broken: string[] = [];
  for (const indent of [2, 0]) {
    for (const kind of ['valid', 'problems'] as const) {
      for (const size of sizes) {
        const text = (kind === 'valid' ? validDocument : documentWithProblems)(size.length, indent);
        await expectProblems(text, kind === 'valid' ? 0 : 20);
        const title = `${size.name}, ${indent > 0 ? 'indented' : 'compact'}, ${kind === 'valid' ? 'valid' : '20 problems'}`;
        const [parse, ours, ...others] = await sideBySide([
          { name: 'JSON.parse', run: () => JSON.parse(text) },
          { name: 'ours', run: () => validateText(text, 'json', options) },
          ...peers.map((peer) => peer(text)),
        ]);
        if (parse === undefined || ours === undefined) continue;
        if (ours.ratio > most[kind])
          broken.push(`${title}: ${threeDigits(ours.ratio)} × JSON.parse, and ${most[kind]} × is promised`);
        rows.push([
          title,
          `${threeDigits(parse.milliseconds)} ms`,
          ...[ours, ...others].map(({ ratio }) => threeDigits(ratio)),
        ]);
      }
    }
  }
  return {
    columns: [
      'document',
      'JSON.parse',
      'Dataset Studio',
      'vscode-json-languageservice',
      'ajv + jsonc-parser',
      'yaml',
    ],
    rows,
    notes: [
      'All rules, duplicate keys and positions included; the others check the schema only, and yaml only parses.',
      `Promised: ${most.valid} × for valid documents, ${most.problems} × with 20 problems.`,
    ],
    broken,
  };
}

const options = { rules: {}, dataTypes: [] };

async function expectProblems(text: string, count: number): Promise<void> {
  const found = (await validateText(text, 'json', options)).length;
  if (found !== count) throw new Error(`The document was to have ${count} problems, and has ${found}.`);
}

type Peer = (text: string) => Contestant;

async function peersOf(schema: object): Promise<readonly Peer[]> {
  const uri = 'file:///sales.dataset.json';
  const service = jsonService.getLanguageService({});
  service.configure({ schemas: [{ uri: 'dataset.schema.json', fileMatch: ['*.dataset.json'], schema }] });
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  return [
    (text) => ({
      name: 'vscode-json-languageservice',
      run() {
        const document = jsonService.TextDocument.create(uri, 'json', 1, text);
        return service.doValidation(document, service.parseJSONDocument(document));
      },
    }),
    (text) => ({
      name: 'ajv + jsonc-parser',
      run() {
        const tree = parseTree(text);
        if (tree === undefined || validate(getNodeValue(tree))) return [];
        return validate.errors?.map(({ instancePath }) =>
          findNodeAtLocation(
            tree,
            instancePath
              .split('/')
              .slice(1)
              .map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
          ),
        );
      },
    }),
    (text) => ({ name: 'yaml', run: () => parseDocument(text).errors }),
  ];
}
