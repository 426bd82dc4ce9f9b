import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { getL10nJson } from '@vscode/l10n-dev';

/** The English messages, which are the keys of translations. */
const bundlePath = 'l10n/bundle.l10n.json';

/** Files that localize texts from `dataset.schema.json`. All other calls of `l10n.t` must have a literal message. */
const filesWithSchemaTexts = new Set(['completion-items.ts', 'hover.ts', 'templates.ts']);

const schemaTextProperties = ['title', 'label', 'description', 'markdownDescription'];

/** Extracts all messages, sorted. Maps each message to itself. Throws if a message is not a literal. */
export async function extractMessages(): Promise<Record<string, string>> {
  const files = globSync('src/**/*.{ts,tsx}').sort();
  const sources = await Promise.all(
    files.map(async (path) => ({ path, contents: await readFile(path, 'utf8') })),
  );
  const filesWithoutLiterals = sources.filter(
    ({ path, contents }) =>
      !filesWithSchemaTexts.has(path.split(/[\\/]/).at(-1) ?? '') && /\bl10n\.t\(\s*[^\s'"`{]/.test(contents),
  );
  if (filesWithoutLiterals.length > 0)
    throw new Error(
      `l10n.t needs a literal message: ${filesWithoutLiterals.map(({ path }) => path).join(', ')}`,
    );
  // As one file with one import: the search takes a tenth of a second for each import, and none for what it reads.
  const code = sources.filter(({ contents }) => contents.includes('l10n.t(')).map(withoutImports);
  const contents = ["import * as l10n from '@vscode/l10n';", ...code].join('\n');
  const extracted = Object.entries(await getL10nJson([{ extension: '.ts', contents }])).map(
    ([key, message]): [string, string] => [key, typeof message === 'string' ? message : message.message],
  );
  const schema: unknown = JSON.parse(await readFile('schemas/dataset.schema.json', 'utf8'));
  const messages = new Map([...extracted, ...textsIn(schema).map((text): [string, string] => [text, text])]);
  return Object.fromEntries([...messages].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutImports({ contents }: { readonly contents: string }): string {
  return contents.replaceAll(/ from '(?:@vscode\/l10n|vscode)'/g, " from ''");
}

/** Reads the bundle in the repository. */
export async function storedMessages(): Promise<unknown> {
  return JSON.parse(await readFile(bundlePath, 'utf8'));
}

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? (schemaTextProperties.includes(key) ? [value] : []) : textsIn(value),
  );
}

if (import.meta.main) {
  const messages = await extractMessages();
  await writeFile(bundlePath, `${JSON.stringify(messages, undefined, 2)}\n`);
  console.log(`${Object.keys(messages).length} messages`);
}
