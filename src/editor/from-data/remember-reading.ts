import { l10n, type Uri, window, workspace } from 'vscode';
import type { ReadingChoices } from '../../inference/source.ts';
import { patternFor } from '../../project/data-pattern.ts';
import { entryEdits, type NewEntry } from '../../project/entry-edits.ts';
import { Glob, PathGlobs } from '../../project/glob.ts';
import { parentFolder, relativePath } from '../../project/paths.ts';
import { plainText } from '../../text/plain-text.ts';
import { changeProjectFile, nameOfNew } from '../authoring/features/declare.ts';
import { fileName, neighbour, pathOf } from '../studio/uris.ts';
import { notify } from '../ui/notifications.ts';
import type { CheckResult } from './checking/run-check.ts';
import type { FromDataHost } from './infer-files.ts';

/** Whether two ways to read data are the same. */
export function isSameReading(one: ReadingChoices, other: ReadingChoices): boolean {
  return JSON.stringify(chosenIn(one)) === JSON.stringify(chosenIn(other));
}

/** What is chosen, in an order that doesn't depend on that of the choices. */
function chosenIn({ expected, ...reading }: ReadingChoices): Readonly<Record<string, unknown>> {
  const chosen = Object.entries(reading).filter(([, value]) => value !== undefined);
  return Object.fromEntries(chosen.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * **Remember for Files Like This**: asks for a pattern, and writes into the project file what a check belonged to, and how it was read.
 * Without a project file, creates one.
 */
export async function rememberReading(
  { settings }: Pick<FromDataHost, 'settings'>,
  file: Uri,
  check: CheckResult,
): Promise<void> {
  const { dataset, entry, table, tables } = check;
  const reading = chosenIn(check.reading);
  const judged = await settings.judge(dataset);
  const known = ((await settings.dataEntry(file)).project ?? judged.project)?.paths.at(-1);
  const project = known === undefined ? await settings.newProjectFile(dataset) : neighbour(dataset, known);
  if (project === undefined) return;
  const folder = parentFolder(pathOf(project));
  const isKnown = entry !== undefined && entry.home.file === known && entry.dataset === pathOf(dataset);
  const pattern = isKnown ? entry.files.join(', ') : await askForPattern(file, folder);
  if (pattern === undefined) return;
  const tableName = table === undefined ? onlyTable(check) : tables[table];
  const added: NewEntry = {
    files: [pattern],
    dataset: relativePath(folder, pathOf(dataset)),
    ...(tableName !== undefined && { table: tableName }),
    reading,
  };
  const editsOf = (text: string) => entryEdits(text, added, isKnown ? entry.home.index : undefined);
  if (!(await changeProjectFile(project, editsOf, known === undefined ? judged.settings : undefined))) return;
  const label = plainText(workspace.asRelativePath(project));
  const open = () => window.showTextDocument(project);
  const name = known === undefined ? nameOfNew(project) : label;
  await notify('info', l10n.t('{0} now says how files like {1} are read.', name, pattern), {
    title: l10n.t('Open {0}', label),
    run: open,
  });
}

/** The only table that the data belongs to. */
function onlyTable({ pairs }: CheckResult): string | undefined {
  const tables = new Set(pairs.map(({ table }) => table ?? undefined));
  return tables.size === 1 ? [...tables][0] : undefined;
}

async function askForPattern(file: Uri, folder: string): Promise<string | undefined> {
  const name = fileName(file);
  const matches = (pattern: string) =>
    pattern.includes('/')
      ? new PathGlobs(folder, [pattern]).matches(pathOf(file))
      : new Glob(pattern).matches(name);
  return window.showInputBox({
    title: l10n.t('Remember for Files Like This'),
    prompt: l10n.t(
      'The files that are read like this: * is any text of a name. A pattern with a slash is a path.',
    ),
    value: patternFor(name),
    validateInput: (text) =>
      matches(text.trim()) ? undefined : l10n.t('The pattern does not match {0}.', plainText(name)),
  });
}
