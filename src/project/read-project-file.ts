import * as l10n from '@vscode/l10n';
import { datasetEndings, hasDatasetName } from '../dataset/dataset.ts';
import { decodeUtf8 } from '../dataset/decode.ts';
import { propertyOf, type TreeNode } from '../dataset/document-tree.ts';
import { jsonTree } from '../dataset/json/json-tree.ts';
import type { Range, Span } from '../dataset/problem.ts';
import { duplicateKeyFinding } from '../dataset/rules/problems.ts';
import { positionsIn } from '../dataset/text-positions.ts';
import { duplicateKeys } from '../dataset/tree-value.ts';
import { readReading } from '../inference/reading-options.ts';
import { printable } from '../text/printable.ts';
import type { DataEntry } from './data-entry.ts';
import { describeOutside, isNoRelativePath, parentFolder, resolvePath } from './paths.ts';
import {
  maxProjectFileSize,
  type ProjectContent,
  type ProjectFile,
  type ProjectProblem,
  unreadableProjectFile,
} from './project-file.ts';
import { type ReportProblem, readBySchema } from './read-by-schema.ts';

/** Reads the content of a project file: JSON with comments. */
export function readProjectFile(path: string, bytes: Uint8Array): ProjectFile {
  if (bytes.length > maxProjectFileSize)
    return unreadableProjectFile(
      path,
      l10n.t('The file is larger than 64 KB. Move a part of it to a file that it extends.'),
    );
  const text = new TextDecoder().decode(bytes);
  if (withoutComments(text).trim() === '')
    return unreadableProjectFile(
      path,
      l10n.t('The file is empty. A project file is a JSON object, such as {}.'),
    );
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return unreadableProjectFile(path, decoded.failure.problems[0]?.message ?? '');
  const { root, errors, rangeOf } = parseCommented(text);
  const problems: ProjectProblem[] = [];
  const report: ReportProblem = (span, message, severity = 'error', suggestion = undefined) =>
    problems.push({
      file: path,
      severity,
      range: rangeOf(span),
      message,
      isOfText: true,
      ...(suggestion !== undefined && { suggestion }),
    });

  for (const { message, ...span } of errors)
    problems.push({
      file: path,
      severity: 'error',
      range: rangeOf(span),
      message,
      isOfText: true,
      isSyntax: true,
    });
  if (root === undefined || errors.length > 0) return { path, content: {}, problems, bases: [] };
  for (const duplicate of duplicateKeys(root))
    report(duplicate.second, duplicateKeyFinding(duplicate).message);
  const content = readBySchema(root, report) as ProjectContent;
  const hasErrors = () => problems.some(({ severity }) => severity === 'error');
  const data = hasErrors()
    ? []
    : readEntries(path, propertyOf(root, 'data')?.value, content, rangeOf, report);
  if (hasErrors()) return { path, content: {}, problems, bases: [] };
  const value = propertyOf(root, 'extends')?.value;
  const bases = (value?.type === 'array' ? value.items : value ? [value] : []).flatMap((node) =>
    node.type === 'scalar' && typeof node.value === 'string'
      ? [{ target: node.value, range: rangeOf(node) }]
      : [],
  );
  const lists = Object.fromEntries(
    (['include', 'exclude'] as const).flatMap((list) => {
      const key = propertyOf(root, list)?.keySpan;
      return key ? [[list, rangeOf(key)]] : [];
    }),
  );
  return { path, content, problems, lists, data, bases };
}

/** The entries of `data`, whose schema is kept. What the schema can't say is reported. */
function readEntries(
  path: string,
  list: TreeNode | undefined,
  { data }: ProjectContent,
  rangeOf: (span: Span) => Range,
  report: ReportProblem,
): DataEntry[] {
  const nodes = list?.type === 'array' ? list.items : [];
  return (data ?? []).map((written, index) => {
    const node = nodes[index];
    const span = propertyOf(node, 'dataset')?.value ?? { start: 0, end: 0 };
    const target = written.dataset;
    if (isNoRelativePath(target)) report(span, describeOutside(target));
    else if (!hasDatasetName(target))
      report(
        span,
        l10n.t('"{target}" is not the name of a dataset file. It ends in {endings}.', {
          target: printable(target),
          endings: datasetEndings,
        }),
      );
    const { reading, mistakes } = readReading(written.reading ?? {});
    for (const { property, problem } of mistakes)
      report(
        propertyOf(propertyOf(node, 'reading')?.value, property)?.value ?? span,
        `"${property}": ${problem}`,
      );
    const dataset = resolvePath(parentFolder(path), target);
    return { ...written, dataset, reading, home: { file: path, index, range: rangeOf(span) } };
  });
}

/** Parses JSON with comments and commas that nothing follows. */
export function parseCommented(written: string) {
  const text = withoutComments(written.replace(/^\ufeff/, ''));
  const positionOf = positionsIn(text);
  const rangeOf = (span: Span): Range => ({ start: positionOf(span.start), end: positionOf(span.end) });
  return { ...jsonTree(text), rangeOf };
}

/** A text with comments, and commas that nothing follows, replaced by as many spaces. */
function withoutComments(text: string): string {
  const blank = (part: string) => (part.startsWith('"') ? part : part.replace(/[^\r\n]/g, ' '));
  return text
    .replace(/"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, blank)
    .replace(/"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|,(?=\s*[}\]])/g, blank);
}
