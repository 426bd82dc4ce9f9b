import type { Node, ParseError } from 'jsonc-parser';
import type { Severity } from '../../dataset/problem.ts';
import { nearest } from '../../dataset/rules/nearest.ts';
import { defaultSeverities, type RuleSetting, type RuleSettings } from '../../dataset/rules/settings.ts';
import { positionsIn } from '../../dataset/text-positions.ts';
import { plainText } from '../../text/plain-text.ts';
import type { ReportedProblem } from '../output/problem-formats.ts';
import { settingsCode } from '../output/sarif-rules.ts';

export const noRuleSettings: RuleSettings = { rules: {}, dataTypes: [] };

const severities: readonly RuleSetting[] = ['off', 'hint', 'info', 'warning', 'error'];

/**
 * `dataset.rules` and `dataset.dataTypes` in the text of a `settings.json`. What isn't valid is left out, and is an error: a
 * rule with such a severity checks something else than the file says.
 */
export async function readRuleSettings(
  settingsText: string,
  onProblem: (problem: ReportedProblem) => void,
): Promise<RuleSettings> {
  // Most settings files have none of these settings, and need no parser. A name in JSON may contain escapes.
  if (!/dataset\.|\\u/.test(settingsText)) return noRuleSettings;
  const text = settingsText.replace(/^\ufeff/, '');
  const { parseTree, getNodeValue } = await import('jsonc-parser');
  const positionOf = positionsIn(text);
  const report = (severity: Severity, message: string, { offset, length }: Pick<Node, 'offset' | 'length'>) =>
    onProblem({
      code: settingsCode,
      severity,
      message,
      range: { start: positionOf(offset), end: positionOf(offset + length) },
    });

  const errors: ParseError[] = [];
  const root = parsed(() => parseTree(text, errors, { allowTrailingComma: true }));
  const [error = root?.type === 'object' ? undefined : { offset: 0, length: 0 }] = errors;
  if (error) report('warning', 'The file is not valid JSON, so settings in it may not be used.', error);

  const rules: [string, RuleSetting][] = [];
  for (const [code, value] of rulesIn(propertiesOf(root).get('dataset.rules'))) {
    const severity = severities.find((each) => each === getNodeValue(value));
    if (!Object.hasOwn(defaultSeverities, code)) {
      const near = nearest(code, Object.keys(defaultSeverities));
      const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`;
      report('warning', `There is no rule "${plainText(code, 60)}".${suggestion}`, value.parent ?? value);
    } else if (severity !== undefined) rules.push([code, severity]);
    else
      report(
        'error',
        `The severity of ${code} must be "off", "hint", "info", "warning", or "error", not ${plainText(text.slice(value.offset, value.offset + value.length), 60)}.`,
        value,
      );
  }
  return {
    rules: Object.fromEntries(rules),
    dataTypes: dataTypesIn(propertiesOf(root).get('dataset.dataTypes')),
  };

  function rulesIn(value: Node | undefined): ReadonlyMap<string, Node> {
    if (value && value.type !== 'object')
      report(
        'error',
        '"dataset.rules" must be an object with severities of rules, such as { "no-tables": "error" }.',
        value,
      );
    return propertiesOf(value);
  }

  function dataTypesIn(value: Node | undefined): readonly string[] {
    const items = value?.children ?? [];
    const wrong = value?.type === 'array' ? items.find(({ type }) => type !== 'string') : value;
    if (wrong) report('error', '"dataset.dataTypes" must be an array of names, such as ["Guid"].', wrong);
    return value?.type === 'array'
      ? items.flatMap(({ type, value: name }) => (type === 'string' ? [String(name)] : []))
      : [];
  }
}

/** Undefined for a text that is nested so deeply that the parser runs out of stack space. */
function parsed(parse: () => Node | undefined): Node | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The values of an object's properties. Of equal names, the last one counts. */
function propertiesOf(node: Node | undefined): ReadonlyMap<string, Node> {
  const properties = node?.type === 'object' ? (node.children ?? []) : [];
  return new Map(
    properties.flatMap(({ children: [name, value] = [] }) =>
      name && value ? [[String(name.value), value]] : [],
    ),
  );
}
