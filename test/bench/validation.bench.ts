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

/** The maximum times, as multiples of JSON.parse. */
const max = { valid: 3, problems: 6 };

/** Compares the time from a text to its problems and their positions with other libraries. */
export async function run(): Promise<Table> {
  const peers = await peersOf(JSON.parse(await readFile('schemas/dataset.schema.json', 'utf8')));
  const rows: string[][] = [];
  const violations: string[] = [];
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
        if (ours.ratio > max[kind])
          violations.push(
            `${title}: ${threeDigits(ours.ratio)} × JSON.parse, but the maximum is ${max[kind]} ×`,
          );
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
      'Dataset Studio checks all rules, including duplicate keys, with positions. The others check only the schema, and yaml only parses.',
      `Targets: ${max.valid} × for valid documents, ${max.problems} × with 20 problems.`,
    ],
    violations,
  };
}

const options = { rules: {}, dataTypes: [] };

async function expectProblems(text: string, count: number): Promise<void> {
  const found = (await validateText(text, 'json', options)).length;
  if (found !== count) throw new Error(`The document should have ${count} problems but has ${found}.`);
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
