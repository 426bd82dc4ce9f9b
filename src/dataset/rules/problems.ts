import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { childrenOf, Locator, type ParsedTree, type TreeNode } from '../document-tree.ts';
import type { Finding, LocatedFinding, ParseError, Path, Problem, Range, Span } from '../problem.ts';
import { positionsIn } from '../text-positions.ts';
import { type DuplicateKey, duplicateKeys } from '../tree-value.ts';
import { Damage } from './damage.ts';
import { datasetFindings } from './dataset-rules.ts';
import { anchorMessage } from './rule-findings.ts';
import { type RuleSettings, severityOf } from './settings.ts';
import { noValueMessage, structureFindings } from './structure-rules.ts';

/** The findings about a value, by the rules that are on. */
export function valueFindings(value: unknown, settings: RuleSettings): Finding[] {
  const findings = datasetFindings(value, settings);
  return withoutRenamed(structureFindings(value), findings)
    .concat(findings)
    .filter((finding) => severityOf(finding.code, settings) !== 'off');
}

/** Properties that are missing, without those that only have another name, which `others` are about. */
function withoutRenamed(missing: Finding[], others: readonly Finding[]): Finding[] {
  const keyOf = (path: Path, property: string) => JSON.stringify([path, property]);
  const renamed = new Set(
    others.flatMap((each) => (each.missing === undefined ? [] : keyOf(each.path.slice(0, -1), each.missing))),
  );
  return renamed.size === 0
    ? missing
    : missing.filter((each) => !each.missing || !renamed.has(keyOf(each.path, each.missing)));
}

/**
 * The errors of a text, its duplicate keys, and what the rules say of its value, at their places in the text. What the errors
 * may have caused is left out.
 */
export function findingsInText(
  text: string,
  { root, errors }: ParsedTree,
  findings: readonly Finding[],
  duplicates = duplicateKeys(root),
): LocatedFinding[] {
  if (errors.some(({ affects }) => affects === 'all')) return errors.map(syntaxFinding);
  const locator = new Locator(root, text);
  const damage = new Damage(text, locator, errors);
  const found = [
    ...duplicates.map(duplicateKeyFinding),
    ...findings.filter((finding) => damage.spares(finding)).map((finding) => located(finding, locator)),
  ].filter(
    (finding) => damage.sparesSpan(finding) && (!finding.related || damage.sparesSpan(finding.related)),
  );
  // A wrong value with a YAML anchor is found once for each alias.
  const once = new Map(
    found.map((each) => [JSON.stringify([each.code, each.start, each.end, each.message]), each]),
  );
  return [...errors.map(syntaxFinding), ...once.values()];
}

/** A finding with its places looked up in the text. */
function located(finding: Finding, locator: Locator): LocatedFinding {
  const { code, suggestion, related, path } = finding;
  const message = messageInText(finding, locator) ?? finding.message;
  const place = related && locator.spanOf(related);
  let { start, end } = locator.spanOf(finding);
  // Two uses of one YAML anchor are at the same place: the second one is at its alias, or at the mapping with the merge key.
  if (place?.start === start)
    ({ start, end } =
      locator.aliasAt(path) ?? locator.spanOf({ path: path.slice(0, -1), target: 'opening' }));
  const found: Mutable<LocatedFinding> = { code, message, start, end };
  if (suggestion !== undefined) found.suggestion = suggestion;
  if (place !== undefined) found.related = { ...place, message: related?.message ?? '' };
  return found;
}

/** The message of a finding that depends on how the value is written: a value like any other can be missing, or have an anchor. */
function messageInText({ code, path, suggestion }: Finding, locator: Locator): string | undefined {
  const node = locator.nodeAt(path);
  if (code === 'wrong-type' && node?.type === 'scalar' && node.start === node.end)
    return noValueMessage(path);
  if (code === 'unknown-property' && suggestion === undefined && node !== undefined && hasAnchor(node))
    return anchorMessage(String(path.at(-1)));
  return undefined;
}

/** Whether a node or one within it has an anchor. Without recursion, since JSON can be nested to any depth. */
function hasAnchor(root: TreeNode): boolean {
  const nodes = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.reference === 'anchor') return true;
    for (const child of childrenOf(node)) nodes.push(child);
  }
  return false;
}

/** Findings as problems with severities and positions, in the order of the text. */
export function toProblems(
  findings: readonly LocatedFinding[],
  text: string,
  settings: RuleSettings,
): Problem[] {
  const position = positionsIn(text);
  const rangeOf = (span: Span): Range => ({ start: position(span.start), end: position(span.end) });
  const problems: Problem[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { code, message, suggestion, related } = finding;
    const severity = severityOf(code, settings);
    if (severity === 'off') continue;
    const problem: Mutable<Problem> = { code, severity, range: rangeOf(finding), message };
    if (related !== undefined) problem.related = { range: rangeOf(related), message: related.message };
    if (suggestion !== undefined) problem.suggestion = suggestion;
    problems.push(problem);
  }
  return problems;
}

/** To build items step by step: spreading optional properties takes longer than everything else here. */
type Mutable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** The finding of rule `syntax` for a parse error. */
export function syntaxFinding({ start, end, message }: ParseError): LocatedFinding {
  return { code: 'syntax', start, end, message };
}

/** The finding for a property name that occurs again, in JSON or YAML. */
export function duplicateKeyFinding({ key, first, second }: DuplicateKey): LocatedFinding {
  return {
    code: 'duplicate-key',
    ...second,
    message: l10n.t('The property "{property}" occurs twice. Remove or rename one of them.', {
      property: printable(key),
    }),
    related: { ...first, message: l10n.t('First "{property}"', { property: printable(key) }) },
  };
}
