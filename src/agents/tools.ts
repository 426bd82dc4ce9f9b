import schema from '../../schemas/dataset.schema.json' with { type: 'json' };
import { type RuleCode, ruleTable } from '../dataset/problem.ts';
import type { Conventions } from '../dataset/rules/conventions.ts';
import { knownDataTypes } from '../dataset/rules/schema.ts';
import { severityOf } from '../dataset/rules/settings.ts';
import { isRecord } from '../is-record.ts';
import { inputSchemas } from './definitions.ts';
import { type ToolResult, toolFailure, toolSuccess } from './failure.ts';
import { checkInput, type InputOf } from './input-schema.ts';
import { cutText, jsonSize, withLists } from './limits.ts';
import type { AgentDocument, AgentPorts, OnProgress } from './ports.ts';
import type { ToolName } from './tool-names.ts';
import { datasetCheck } from './tools/dataset-check.ts';
import { datasetCreate } from './tools/dataset-create.ts';
import { datasetFix } from './tools/dataset-fix.ts';
import { datasetInfer } from './tools/dataset-infer.ts';
import { datasetValidate } from './tools/dataset-validate.ts';

/** Runs a tool for a host. Never throws: unexpected errors are reported to the host, and not to the agent. */
export async function callTool<Document extends AgentDocument, Name extends ToolName>(
  ports: AgentPorts<Document>,
  name: Name,
  input: unknown,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ToolResult> {
  try {
    const reading = checkInput(inputSchemas[name], input);
    if (!reading.ok) return toolFailure({ kind: 'wrong-arguments', arguments: reading.failure });
    const run: RunTool<Name> = runs[name];
    return await run(reading.value, ports, signal, onProgress);
  } catch (error) {
    ports.onUnexpectedError(error);
    return toolFailure({ kind: 'unexpected' });
  }
}

type RunTool<Name extends ToolName> = (
  input: InputOf<(typeof inputSchemas)[Name]>,
  ports: AgentPorts,
  signal: AbortSignal,
  onProgress?: OnProgress,
) => Promise<ToolResult>;

const runs: { readonly [Name in ToolName]: RunTool<Name> } = {
  dataset_describe: (_, ports) => datasetDescribe(ports),
  dataset_infer: datasetInfer,
  dataset_check: datasetCheck,
  dataset_validate: datasetValidate,
  dataset_fix: datasetFix,
  dataset_environments: (_, ports) => listEnvironments(ports),
  dataset_create: async (input, { submissions, ...ports }, signal) =>
    submissions
      ? datasetCreate(input, { ...ports, submissions }, signal)
      : toolFailure({ kind: 'never-allowed' }),
};

/** `dataset_environments`. */
export async function listEnvironments({
  environments,
}: Pick<AgentPorts, 'environments'>): Promise<ToolResult> {
  const listed = await environments.list();
  if (!listed.ok) return toolFailure(listed.failure);
  const all = listed.value;
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${all.length} environments are shown. Ask the user for the name of another one.`;
  return toolSuccess(withLists({}, { environments: all }, truncated));
}

/** `dataset_describe`. */
export async function datasetDescribe({ documents }: Pick<AgentPorts, 'documents'>): Promise<ToolResult> {
  const settings = await documents.settings();
  const rules = Object.entries(ruleTable).map(([rule, { description }]) => ({
    rule,
    severity: severityOf(rule as RuleCode, settings),
    description,
  }));
  const builtIn = knownDataTypes.map(({ const: name, description }) => ({ name, description }));
  const known = new Set(builtIn.map(({ name }) => name));
  const declared = [...new Set(settings.dataTypes)]
    .filter((name) => !known.has(name))
    .map((name) => ({
      name: cutText(name, 200),
      description: 'Declared by the project file, or known to the user.',
    }));
  const head = { schema: withoutEditorHints(schema), rules, ...describeConventions(settings) };
  const all = [...builtIn, ...declared];
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${all.length} data types are shown. The rest is in the project file (dataset-studio.json).`;
  return toolSuccess(withLists(head, { dataTypes: all }, truncated));
}

/** In bytes of JSON. */
const maxConventions = 2048;

/** What the project requires of names, columns, and sizes, as its project file declares it; nothing if it declares nothing. */
function describeConventions({ names, require, limits, properties }: Conventions): object {
  const declared = { names, require, limits, properties };
  if (jsonSize(declared) <= maxConventions)
    return jsonSize(declared) === jsonSize({}) ? {} : { conventions: declared };
  return {
    conventions: {},
    note: 'The conventions are too long to be shown. Read them in the project file (dataset-studio.json).',
  };
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
