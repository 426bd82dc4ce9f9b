import type { DocumentFormat } from '../../../src/dataset/dataset.ts';
import { validateText } from '../../../src/dataset/document.ts';
import type { Problem, RuleCode } from '../../../src/dataset/problem.ts';
import type { RuleSetting, RuleSettings } from '../../../src/dataset/rules/settings.ts';

export const options: RuleSettings = { rules: {}, dataTypes: [] };

/** A dataset document with one table of one column, whose parts can be replaced by other JSON text. */
export function json({
  name = '"d"',
  tables = '[{"name":"T","columns":[{"name":"c","dataType":"Int64"}]}]',
} = {}): string {
  return `{"name":${name},"tables":${tables}}`;
}

/** A dataset document with one table of the given columns, which are JSON texts. */
export function columns(...items: string[]): string {
  return json({ tables: `[{"name":"T","columns":[${items.join(',')}]}]` });
}

/** The text between two brackets of « and »: what a problem is expected to point at. */
export function pointedAt(text: string, { range }: Pick<Problem, 'range'>): string {
  return text.slice(offsetAt(text, range.start), offsetAt(text, range.end));
}

export function offsetAt(text: string, { line, character }: Problem['range']['start']): number {
  let start = 0;
  const lineBreak = /\r\n|\r|\n/g;
  for (let i = 0; i < line; i++) {
    lineBreak.exec(text);
    start = lineBreak.lastIndex;
  }
  return start + character;
}

/**
 * Validates a text in which « and » enclose what problems of one code should point at. Returns those problems, and the
 * places where they are expected and found, as offsets.
 */
export async function validateMarked(
  marked: string,
  code: RuleCode,
  {
    format = 'json' as DocumentFormat,
    rules = {} as Partial<Record<RuleCode, RuleSetting>>,
    dataTypes = [] as string[],
  } = {},
): Promise<{ problems: readonly Problem[]; expected: string[]; found: string[] }> {
  const text = marked.replace(/[«»]/g, '');
  const expected: string[] = [];
  let removed = 0;
  let open = 0;
  for (const { 0: mark, index } of marked.matchAll(/[«»]/g)) {
    if (mark === '«') open = index - removed;
    else expected.push(`${open}-${index - removed}`);
    removed++;
  }
  const all = await validateText(text, format, { ...options, rules, dataTypes });
  const problems = all.filter((problem) => problem.code === code);
  const found = problems.map(({ range }) => `${offsetAt(text, range.start)}-${offsetAt(text, range.end)}`);
  return { problems, expected, found };
}

/** The codes of a text's problems, in order. */
export async function codesOf(text: string, format: DocumentFormat = 'json'): Promise<RuleCode[]> {
  return (await validateText(text, format, options)).map((problem) => problem.code);
}
