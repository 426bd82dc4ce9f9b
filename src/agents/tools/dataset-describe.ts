import schema from '../../../schemas/dataset.schema.json' with { type: 'json' };
import type { RuleCode } from '../../dataset/problem.ts';
import { ruleDescriptions } from '../../dataset/rules/rule-descriptions.ts';
import { knownDataTypes } from '../../dataset/rules/schema.ts';
import { defaultSeverities, severityOf } from '../../dataset/rules/settings.ts';
import { isRecord } from '../../text/is-record.ts';
import { type ToolResult, toolSuccess } from '../failure.ts';
import { cutText, withItems } from '../limits.ts';
import type { AgentPorts } from '../ports.ts';

/** `dataset_describe`. */
export async function datasetDescribe({ documents }: Pick<AgentPorts, 'documents'>): Promise<ToolResult> {
  const settings = await documents.settings();
  const rules = Object.keys(defaultSeverities).map((name) => {
    const rule = name as RuleCode;
    return { rule, severity: severityOf(rule, settings), description: ruleDescriptions[rule] };
  });
  const builtIn = knownDataTypes.map(({ const: name, description }) => ({ name, description }));
  const known = new Set(builtIn.map(({ name }) => name));
  const declared = [...new Set(settings.dataTypes)]
    .filter((name) => !known.has(name))
    .map((name) => ({ name: cutText(name, 200), description: 'Declared by the setting dataset.dataTypes.' }));
  const head = { schema: withoutEditorHints(schema), rules };
  const all = [...builtIn, ...declared];
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${all.length} data types are shown. The rest is in the setting dataset.dataTypes (.vscode/settings.json).`;
  return toolSuccess(withItems(head, 'dataTypes', all, truncated));
}

const editorHints: ReadonlySet<string> = new Set(['markdownDescription', 'defaultSnippets', 'title']);

/** The schema without what only editors show or insert. */
function withoutEditorHints(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEditorHints);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword]) => !editorHints.has(keyword))
      .map(([keyword, part]) => [keyword, withoutEditorHints(part)]),
  );
}
