import * as l10n from '@vscode/l10n';
import { type ErrorCode, isScalar, type Node, type YAMLError } from 'yaml';
import { valueAt } from '../dataset.ts';
import type { DocumentReading, Finding, LocatedFinding, Path, Place } from '../problem.ts';
import {
  duplicateKeyFinding,
  located,
  type ParseError,
  syntaxFinding,
  toProblems,
  valueFindings,
} from '../rules/problems.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { locateInYaml, YamlDamage, type YamlPlace, type YamlRoot } from './locate.ts';
import { maxYamlLength, type YamlDocument, yamlParseError } from './parse-yaml.ts';
import { YamlValue } from './yaml-value.ts';

/** Further errors are not reported. */
const maxErrors = 100;

const exhausted: ErrorCode = 'RESOURCE_EXHAUSTION';

/** Reads a parsed YAML document (YAML 1.2, core schema; merge keys as in 1.1) as a JSON value. */
export function readYaml(
  text: string,
  settings: RuleSettings,
  document: YamlDocument | undefined,
): DocumentReading {
  const refuse = (message: string, start = 0, end = start): DocumentReading => ({
    problems: toProblems([syntaxFinding({ start, end, message, affects: 'rest' })], text, settings),
  });
  if (text.length > maxYamlLength) return refuse(l10n.t('The YAML file is too large. Convert it to JSON.'));
  if (text.startsWith('\ufeff')) {
    return refuse(
      l10n.t('The document begins with a byte order mark (BOM). Save it as UTF-8 without BOM.'),
      0,
      1,
    );
  }

  if (document === undefined) return refuse(l10n.t('The document is nested too deeply.'));
  const errors = untilExhausted([...document.errors, ...document.warnings]);
  const isExhausted = errors.at(-1)?.code === exhausted;
  const parseErrors = errors.slice(0, maxErrors).map((error) => yamlParseError(error, text));
  const root = document.contents as Node | null;
  if (isEmptyDocument(root) && parseErrors.length === 0) {
    return refuse(l10n.t('The document is empty. A dataset needs a name and tables.'));
  }

  const duplicates: LocatedFinding[] = [];
  const reader = new YamlValue({
    onError: (error) => {
      if (parseErrors.length < maxErrors && !(isExhausted && error.affects === 'rest'))
        parseErrors.push(error);
    },
    onDuplicateKey: (key, first, second) => duplicates.push(duplicateKeyFinding({ key, first, second })),
  });
  const value = reader.read(root);
  const findings =
    root === null ? [] : findingsIn(text, { node: root, value, reader }, parseErrors, settings);
  const damage = new YamlDamage(text, parseErrors);
  const all = [
    ...parseErrors.map(syntaxFinding),
    ...[...duplicates, ...unique(findings)].filter((finding) => damage.spares(finding)),
  ];
  const problems = toProblems(all, text, settings);
  return parseErrors.length === 0 ? { problems, parsed: { value } } : { problems };
}

function findingsIn(
  text: string,
  root: YamlRoot,
  parseErrors: readonly ParseError[],
  settings: RuleSettings,
): LocatedFinding[] {
  const locate = (place: Place) => locateInYaml(text, root, place);
  const damage = new YamlDamage(text, parseErrors);
  return valueFindings(root.value, settings)
    .filter((finding) => {
      const path = containerPath(finding);
      if (path === undefined) return true;
      const container = valueAt(root.value, path);
      const isIncomplete =
        typeof container === 'object' && container !== null && root.reader.incomplete.has(container);
      return !isIncomplete && damage.sparesContainer(locate({ path, target: 'value' }));
    })
    .map((finding) => atAlias(located(finding, locate), finding, locate));
}

/** The mapping or list that a finding expects to be complete. */
function containerPath({ code, path }: Finding): Path | undefined {
  switch (code) {
    case 'missing-property':
    case 'no-tables':
    case 'no-columns':
    case 'required-column':
      return path;
    case 'unknown-property':
      return path.slice(0, -1);
    default:
      return undefined;
  }
}

/** The parser reports each level that is too deep for it. The first report is enough. */
function untilExhausted(errors: readonly YAMLError[]): readonly YAMLError[] {
  const first = errors.findIndex(({ code }) => code === exhausted);
  return first < 0 ? errors : errors.slice(0, first + 1);
}

/** Whether a document is empty. It may have a `---`. */
function isEmptyDocument(root: Node | null): boolean {
  return root === null || (isScalar(root) && root.value === null && root.range?.[0] === root.range?.[1]);
}

/**
 * Two uses of one anchor are at the same place of the text. The finding then points at the alias or, for merged members,
 * at the mapping that they are merged into.
 */
function atAlias(
  found: LocatedFinding,
  finding: Finding,
  locate: (place: Place) => YamlPlace,
): LocatedFinding {
  const { related } = found;
  if (related === undefined || related.start !== found.start) return found;
  const { start, end } =
    locate(finding).alias ?? locate({ path: finding.path.slice(0, -1), target: 'opening' });
  return { ...found, start, end };
}

/** A wrong value with an anchor is found once for each alias. It is reported once. */
function unique(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, start, end, message }) => {
    const key = JSON.stringify([code, start, end, message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
