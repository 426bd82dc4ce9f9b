import { type ErrorCode, isScalar, type Node, type YAMLError } from 'yaml';
import type { Finding, LocatedFinding, Path, Place } from '../finding.ts';
import type { Reading } from '../reading.ts';
import { duplicateKeyFinding } from '../rules/duplicate-key.ts';
import { type ParseError, syntaxFinding } from '../rules/parse-error.ts';
import { located, toProblems, valueFindings } from '../rules/problems.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { valueAt } from '../value-at.ts';
import { YamlDamage } from './damage.ts';
import { locateInYaml, type YamlPlace, type YamlRoot } from './locate.ts';
import { parseYaml } from './parse.ts';
import { yamlFault } from './parse-errors.ts';
import { YamlValue } from './value.ts';

/** Longest text read, in UTF-16 units: about three seconds' work. */
const longestText = 4 * 1024 * 1024;

/** More faults than this help nobody. */
const mostFaults = 100;

const exhausted: ErrorCode = 'RESOURCE_EXHAUSTION';

/** Reads a YAML document (YAML 1.2, core schema; merge keys as in 1.1) as the JSON value it stands for. */
export function readYaml(text: string, settings: RuleSettings): Reading {
  const refuse = (message: string, start = 0, end = start): Reading => ({
    problems: toProblems([syntaxFinding({ start, end, message, affects: 'rest' })], text, settings),
  });
  if (text.length > longestText) return refuse('The file is too large for YAML. Write it as JSON.');
  if (text.startsWith('\ufeff')) {
    return refuse('The document begins with a byte order mark. Save it as UTF-8 without BOM.', 0, 1);
  }

  const document = parseYaml(text);
  if (document === undefined) return refuse('The document is nested too deeply.');
  const errors = untilExhausted([...document.errors, ...document.warnings]);
  const isExhausted = errors.at(-1)?.code === exhausted;
  const faults = errors.slice(0, mostFaults).map((error) => yamlFault(error, text));
  const root = document.contents as Node | null;
  if (isNothing(root) && faults.length === 0) {
    return refuse('The document is empty. A dataset needs a name and tables.');
  }

  const duplicates: LocatedFinding[] = [];
  const reader = new YamlValue({
    fault: (fault) => {
      if (faults.length < mostFaults && !(isExhausted && fault.affects === 'rest')) faults.push(fault);
    },
    duplicateKey: (key, first, second) => duplicates.push(duplicateKeyFinding({ key, first, second })),
  });
  const value = reader.read(root);
  const findings = root === null ? [] : findingsIn(text, { node: root, value, reader }, faults, settings);
  const damage = new YamlDamage(text, faults);
  const told = [
    ...faults.map((fault) => syntaxFinding(fault)),
    ...[...duplicates, ...once(findings)].filter((finding) => damage.spares(finding)),
  ];
  const problems = toProblems(told, text, settings);
  return faults.length === 0 ? { problems, parsed: { value } } : { problems };
}

function findingsIn(
  text: string,
  root: YamlRoot,
  faults: readonly ParseError[],
  settings: RuleSettings,
): LocatedFinding[] {
  const locate = (place: Place) => locateInYaml(text, root, place);
  const damage = new YamlDamage(text, faults);
  return valueFindings(root.value, settings)
    .filter((finding) => {
      const path = containerPath(finding);
      if (path === undefined) return true;
      const container = valueAt(root.value, path);
      const isIncomplete =
        typeof container === 'object' && container !== null && root.reader.incomplete.has(container);
      return !isIncomplete && damage.sparesContainer(locate({ path, target: 'value' }));
    })
    .map((finding) => apart(located(finding, locate), finding, locate));
}

/** The mapping or list whose completeness a finding relies on. */
function containerPath({ code, path }: Finding): Path | undefined {
  switch (code) {
    case 'missing-property':
    case 'no-tables':
    case 'no-columns':
      return path;
    case 'unknown-property':
      return path.slice(0, -1);
    default:
      return undefined;
  }
}

/** The parser tells of each level that is too deep for it. */
function untilExhausted(errors: readonly YAMLError[]): readonly YAMLError[] {
  const first = errors.findIndex(({ code }) => code === exhausted);
  return first < 0 ? errors : errors.slice(0, first + 1);
}

/** An empty document, which may have a `---`. */
function isNothing(root: Node | null): boolean {
  return root === null || (isScalar(root) && root.value === null && root.range?.[0] === root.range?.[1]);
}

/**
 * Two uses of one anchor are in the same place of the text. What can be told apart then are the aliases, or, of
 * members that were merged, the mappings that they were merged into.
 */
function apart(found: LocatedFinding, finding: Finding, locate: (place: Place) => YamlPlace): LocatedFinding {
  const { related } = found;
  if (related === undefined || related.start !== found.start) return found;
  const { start, end } =
    locate(finding).alias ?? locate({ path: finding.path.slice(0, -1), target: 'opening' });
  return { ...found, start, end };
}

/** A wrong value behind an anchor is found once for each alias, and told once. */
function once(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, start, end, message }) => {
    const key = JSON.stringify([code, start, end, message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
