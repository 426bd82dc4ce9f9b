import { l10n, type QuickPickItem, window } from 'vscode';
import { delimiterPattern } from '../../inference/formats/delimited/dialect.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import type { InferredTable } from '../../inference/tables/inferred-table.ts';

interface Choice<Value> extends QuickPickItem {
  readonly value: Value;
}

/**
 * Asks how to read the files of these tables: the delimiter and the header where their formats have them, and the texts
 * that count as empty values. `undefined` if the user cancels.
 */
export async function chooseReading(
  tables: readonly InferredTable[],
  current: ReadingChoices,
): Promise<ReadingChoices | undefined> {
  const isDelimited = tables.some(({ format }) => format === 'csv' || format === 'tsv');
  const hasHeader = isDelimited || tables.some(({ format }) => format === 'xlsx');
  const delimiter = isDelimited ? await chooseDelimiter(current.delimiter) : detected;
  if (delimiter === undefined) return undefined;
  const header = hasHeader ? await chooseHeader(current.header) : detected;
  if (header === undefined) return undefined;
  const nulls = await chooseNulls(current.nulls ?? []);
  if (nulls === undefined) return undefined;
  return {
    ...(delimiter !== detected && { delimiter }),
    ...(header !== detected && { header }),
    nulls,
  };
}

const detected = 'detected';
const other = 'other';

async function chooseDelimiter(current: string | undefined): Promise<string | undefined> {
  const items: Choice<string>[] = [
    { label: l10n.t('Detect'), value: detected },
    { label: l10n.t('Comma'), description: ',', value: ',' },
    { label: l10n.t('Semicolon'), description: ';', value: ';' },
    { label: l10n.t('Tab'), value: '\t' },
    { label: l10n.t('Vertical bar'), description: '|', value: '|' },
    { label: l10n.t('Other…'), value: other },
  ];
  const title = l10n.t('Delimiter');
  const chosen = await choose(
    title,
    l10n.t('Select the character that separates the values'),
    items,
    current,
  );
  if (chosen !== other) return chosen;
  return window.showInputBox({
    title,
    prompt: l10n.t('Enter the character that separates the values.'),
    value: items.some(({ value }) => value === current) ? '' : (current ?? ''),
    ignoreFocusOut: true,
    validateInput: (text) =>
      delimiterPattern.test(text)
        ? undefined
        : l10n.t('Enter one ASCII character that is not a letter, a digit, a quote, or a sign.'),
  });
}

async function chooseHeader(current: boolean | undefined): Promise<boolean | typeof detected | undefined> {
  const items: Choice<boolean | typeof detected>[] = [
    { label: l10n.t('Detect'), value: detected },
    { label: l10n.t('The first row contains the column names'), value: true },
    { label: l10n.t('There is no header row'), value: false },
  ];
  return choose(l10n.t('Header Row'), l10n.t('Select where the column names come from'), items, current);
}

/** The current choice comes first, so that Enter keeps it. */
async function choose<Value>(
  title: string,
  placeHolder: string,
  items: readonly Choice<Value>[],
  current: Value | undefined,
): Promise<Value | undefined> {
  const ordered = items.toSorted((a, b) => Number(b.value === current) - Number(a.value === current));
  return (await window.showQuickPick(ordered, { title, placeHolder, ignoreFocusOut: true }))?.value;
}

async function chooseNulls(current: readonly string[]): Promise<readonly string[] | undefined> {
  const text = await window.showInputBox({
    title: l10n.t('Empty Values'),
    prompt: l10n.t('Enter the texts that count as empty values, separated by commas.'),
    placeHolder: 'NULL, NA',
    value: current.join(', '),
    ignoreFocusOut: true,
  });
  return text
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
