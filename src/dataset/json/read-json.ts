import { Locator } from '../document-tree.ts';
import type { DocumentReading, LocatedFinding } from '../problem.ts';
import { duplicateKeyFinding, located, syntaxFinding, toProblems, valueFindings } from '../rules/problems.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { Damage } from './damage.ts';
import { duplicateKeys, hasUniqueKeys } from './duplicate-keys.ts';
import { treeOf } from './json-tree.ts';
import { valueOfNodes } from './node-table.ts';
import type { ParsedJson } from './parser.ts';

/**
 * Reads a JSON document. `parse` parses its text, at most once. The tree is built only when there is something to point at, so that a document without
 * problems costs little more than `JSON.parse`.
 */
export function readJson(text: string, settings: RuleSettings, parse: () => ParsedJson): DocumentReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: toProblems(brokenFindings(parse(), settings), text, settings) };
  }
  // Once the process has parsed any object with the property name `\`, V8 13.6 (Node.js 24) misreads property names
  // that begin with an escape, such as "\u006eame". To search for `\` alone takes a fraction of the time.
  if (text.includes('\\') && text.includes('"\\')) value = valueOfNodes(parse().nodes);

  const findings = valueFindings(value, settings);
  const isUnique = hasUniqueKeys(text, value);
  if (findings.length === 0 && isUnique) return { problems: [], parsed: { value } };

  const { nodes } = parse();
  const locator = new Locator(treeOf(nodes));
  const duplicates = isUnique ? [] : duplicateKeys(nodes);
  const all: LocatedFinding[] = [
    ...duplicates.map((duplicate) => duplicateKeyFinding(duplicate)),
    ...findings.map((finding) => located(finding, (place) => locator.spanOf(place))),
  ];
  return { problems: toProblems(all, text, settings), parsed: { value } };
}

/**
 * The parse errors of a text that isn't JSON, and what the rules say about the parts that the parser could recover.
 * What the errors themselves may have caused is left out.
 */
function brokenFindings({ nodes, errors }: ParsedJson, settings: RuleSettings): LocatedFinding[] {
  const syntax = errors.map(syntaxFinding);
  if (nodes.count === 0) return syntax;
  const locator = new Locator(treeOf(nodes));
  const damage = new Damage(locator, errors);
  const findings = valueFindings(valueOfNodes(nodes), settings)
    .filter((finding) => damage.spares(finding))
    .map((finding) => located(finding, (place) => locator.spanOf(place)));
  const duplicates = duplicateKeys(nodes).map((duplicate) => duplicateKeyFinding(duplicate));
  return syntax.concat(
    [...findings, ...duplicates].filter(
      (finding) => damage.sparesSpan(finding) && (!finding.related || damage.sparesSpan(finding.related)),
    ),
  );
}
