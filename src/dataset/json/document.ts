import type { LocatedFinding } from '../finding.ts';
import type { Reading } from '../reading.ts';
import { duplicateKeyFinding } from '../rules/duplicate-key.ts';
import { located, placesOf, toProblems, valueFindings } from '../rules/problems.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { syntaxFinding } from '../rules/syntax-fault.ts';
import { cleanObjects } from './clean-objects.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { censusOf, occurrences } from './key-count.ts';
import { locateInJson } from './locate.ts';
import { syntaxFaults } from './scanner.ts';

/**
 * Reads a JSON document. The value is judged first, and the text is searched only for what there is to
 * point at, so that a document without problems costs little more than `JSON.parse`.
 */
export async function readJson(text: string, settings: RuleSettings): Promise<Reading> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: toProblems(await brokenFindings(text, settings), text, settings) };
  }

  const findings = valueFindings(value, settings);
  const census = censusOf(value);
  // A colon for each property: there is none left that a string could hold, or a property that got lost.
  const duplicates =
    occurrences(text, ':') === census.properties
      ? []
      : duplicateKeys(text, cleanObjects(text, value, census));
  if (findings.length === 0 && duplicates.length === 0) return { problems: [], parsed: { value } };

  const locate = locateInJson(text, value, census, placesOf(findings));
  const all: LocatedFinding[] = [
    ...duplicates.map((duplicate) => duplicateKeyFinding(duplicate)),
    ...findings.map((finding) => located(finding, locate)),
  ];
  return { problems: toProblems(all, text, settings), parsed: { value } };
}

/** What can be told about a text that isn't JSON. */
async function brokenFindings(text: string, settings: RuleSettings): Promise<LocatedFinding[]> {
  const faults = syntaxFaults(text);
  const syntax = faults.map((fault) => syntaxFinding(fault));
  if (text.trim() === '') return syntax;
  const { toleratedFindings } = await import('./broken-document.ts');
  return [...syntax, ...toleratedFindings(text, faults, settings)];
}
