import { parse } from 'jsonc-parser';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { isRecord } from '../../is-record.ts';

const severities = new Set<unknown>(['off', 'hint', 'info', 'warning', 'error']);

/** `dataset.rules` and `dataset.dataTypes` in the text of a `settings.json`; what isn't valid is left out. */
export function parseRuleSettings(text: string): RuleSettings {
  const settings = parseTolerantly(text);
  if (!isRecord(settings)) return { rules: {}, dataTypes: [] };
  const rules = settings['dataset.rules'];
  const dataTypes = settings['dataset.dataTypes'];
  return {
    rules: isRecord(rules)
      ? Object.fromEntries(Object.entries(rules).filter(([, severity]) => severities.has(severity)))
      : {},
    dataTypes: Array.isArray(dataTypes) ? dataTypes.filter((type) => typeof type === 'string') : [],
  };
}

/** Undefined for a text that is nested so deeply that the parser runs out of stack space. */
function parseTolerantly(text: string): unknown {
  try {
    return parse(text, [], { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
