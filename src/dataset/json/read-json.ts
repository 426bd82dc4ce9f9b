import type { ParsedTree } from '../document-tree.ts';
import type { DocumentReading } from '../problem.ts';
import { findingsInText, toProblems, valueFindings } from '../rules/problems.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { valueOfTree } from '../tree-value.ts';
import { hasUniqueKeys } from './unique-keys.ts';

/** In a broken text, deeper values are read as `null`, because no rule needs them. */
const maxDepth = 16;

/**
 * Reads a JSON document. `parse` parses its text, at most once. The tree is built only when there is something to point at, so that a document without
 * problems costs little more than `JSON.parse`.
 */
export function readJson(text: string, settings: RuleSettings, parse: () => ParsedTree): DocumentReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const tree = parse();
    const broken = valueFindings(valueOfTree(tree.root, maxDepth, undefined), settings);
    return { problems: toProblems(findingsInText(text, tree, broken), text, settings) };
  }
  const findings = valueFindings(value, settings);
  const duplicates = hasUniqueKeys(text, value) ? [] : undefined;
  const problems =
    findings.length === 0 && duplicates !== undefined
      ? []
      : toProblems(findingsInText(text, parse(), findings, duplicates), text, settings);
  return { problems, parsed: { value } };
}
