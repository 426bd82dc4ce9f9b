import { type Change, type ChangeSeverity, summarizeChanges } from '../../comparison/change.ts';
import type { Version } from '../../comparison/compare-versions.ts';
import { locateChanges } from '../../comparison/compare-versions.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import {
  changeLines,
  changeRecords,
  markdownComment,
  markdownItems,
} from '../../comparison/write-changes.ts';
import { type Severity, syntaxProblem } from '../../dataset/problem.ts';
import type { DatasetFileChanges } from '../../git/dataset-changes.ts';
import { markdownCode, markdownSentence } from '../../text/markdown.ts';
import { plainText } from '../../text/plain-text.ts';
import type { FileProblem } from './file-problem.ts';
import { jsonText } from './json-text.ts';

/** The changes of several files, for people, scripts, or a comment. */
export const fileChangeFormats = {
  text: filesAsText,
  json: filesAsJson,
  markdown: filesAsMarkdown,
} as const;

function filesAsText(files: readonly DatasetFileChanges[]): string {
  const readable = files.filter(({ status }) => status !== 'unreadable');
  if (readable.length === 0) return '';
  const texts = readable.map((each) => {
    const lines = changeLines(each.changes).map((line) => `  ${line}`);
    return `${plainText(each.file)}${renamedFrom(each, plainText)}\n${lines.join('')}\n`;
  });
  return `${texts.join('')}${summarizeChanges(allChanges(files))}\n`;
}

function filesAsJson(files: readonly DatasetFileChanges[]): string {
  const records = files.map(({ file, oldFile, status, changes, message }) => ({
    file,
    oldFile,
    status,
    changes: changeRecords(changes),
    message,
  }));
  return `${jsonText(records)}\n`;
}

function filesAsMarkdown(files: readonly DatasetFileChanges[]): string {
  const items = files.flatMap((each) => {
    const { file, changes, message } = each;
    const title = `\n#### ${markdownCode(file)}${renamedFrom(each, markdownCode)}\n`;
    const [first = '', ...more] =
      message === undefined ? markdownItems(changes) : [`\n- ${markdownSentence(message)}\n`];
    return [title + first, ...more];
  });
  return markdownComment(`### Datasets: ${summarizeChanges(allChanges(files))}\n`, items);
}

function allChanges(files: readonly DatasetFileChanges[]): Change[] {
  return files.flatMap(({ changes }) => changes);
}

function renamedFrom({ oldFile, status }: DatasetFileChanges, quote: (text: string) => string): string {
  return status === 'renamed' && oldFile !== null ? ` (renamed from ${quote(oldFile)})` : '';
}

const levels: Readonly<Record<ChangeSeverity, Severity>> = {
  breaking: 'error',
  compatible: 'info',
  cosmetic: 'info',
};

/** Changes as problems of the new version of a file, for the formats of pipelines. Without it, of the file as a whole. */
export async function changeProblems(
  file: string,
  changes: readonly Change[],
  after: Version | undefined,
): Promise<FileProblem[]> {
  const ranges = after && (await locateChanges(changes, after));
  const beginning = syntaxProblem('').range;
  return changes.map((change, index) => ({
    file,
    problem: {
      code: change.kind,
      severity: levels[change.severity],
      message: `${describeChange(change)}.`,
      range: ranges?.[index] ?? beginning,
    },
  }));
}

/** The same for several files, with those that can't be compared. */
export async function fileChangeProblems(files: readonly DatasetFileChanges[]): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const { file, changes, message, after } of files) {
    if (message !== undefined)
      problems.push({ file, problem: { ...syntaxProblem(message), code: 'unreadable' } });
    problems.push(...(await changeProblems(file, changes, after)));
  }
  return problems;
}
