import type { Range } from '../dataset/problem.ts';
import { noRuleSettings, type RuleSettings, severities } from '../dataset/rules/settings.ts';
import { isRecord } from '../is-record.ts';
import type { ReportProblem } from './read-by-schema.ts';

/** A mistake in a settings file. */
export interface SettingsMistake {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly range: Range;
}

/**
 * `dataset.rules` and `dataset.dataTypes` in the text of a `settings.json`, which are like those of a project file. What isn't valid
 * is left out, and is an error: a rule with such a severity checks something else than the file says.
 */
export async function readRuleSettings(
  settingsText: string,
  onMistake: (mistake: SettingsMistake) => void,
): Promise<RuleSettings> {
  // Most settings files have none of these settings, and need no parser. A name in JSON may contain escapes.
  if (!/dataset\.|\\u/.test(settingsText)) return noRuleSettings;
  const { parseCommented } = await import('./read-project-file.ts');
  const { readBySchema } = await import('./read-by-schema.ts');
  const { root, errors, rangeOf } = parseCommented(settingsText);
  const report: ReportProblem = (span, message, severity = 'error') =>
    onMistake({ severity, message, range: rangeOf(span) });
  const [error = root?.type === 'object' ? undefined : { start: 0, end: 0 }] = errors;
  if (error) report(error, 'The file is not valid JSON, so settings in it may not be used.', 'warning');

  const read = (name: string, definition: string): unknown => {
    const properties = root?.type === 'object' ? root.properties : [];
    const value = properties.findLast(({ key }) => key === name)?.value;
    return value && readBySchema(value, name, report, { $ref: `#/definitions/${definition}` });
  };
  const rules = read('dataset.rules', 'rules');
  const dataTypes = read('dataset.dataTypes', 'dataTypes');
  return {
    rules: Object.fromEntries(
      Object.entries(isRecord(rules) ? rules : {}).filter(([, severity]) => severities.includes(severity)),
    ),
    dataTypes: Array.isArray(dataTypes) ? dataTypes.filter((each) => typeof each === 'string') : [],
  };
}
