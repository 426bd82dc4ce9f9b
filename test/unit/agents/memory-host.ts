import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import type { ToolResult } from '../../../src/agents/failure.ts';
import { outputSchemas } from '../../../src/agents/output-schemas.ts';
import type { AgentDocument, AgentPorts, OnProgress, SubmissionPort } from '../../../src/agents/ports.ts';
import { type ToolName, toolNames } from '../../../src/agents/tool-names.ts';
import { callTool } from '../../../src/agents/tools.ts';
import { directChecks } from '../../../src/app/direct-checks.ts';
import { searchedData } from '../../../src/app/searched-data.ts';
import { nodePorts } from '../../../src/data-files/file-source.ts';
import { formatOf } from '../../../src/dataset/dataset.ts';
import type { Conventions } from '../../../src/dataset/rules/conventions.ts';
import { memorySource } from '../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../src/inference/infer-sources.ts';
import { failure, success } from '../../../src/result.ts';
import { fullOutputSchemas } from './full-output-schemas.ts';

export interface MemoryHost {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly dataTypes?: readonly string[];
  readonly conventions?: Conventions;
  readonly environments?: AgentPorts['environments'];
  readonly submissions?: SubmissionPort;
  readonly onUnexpectedError?: (error: unknown) => void;
}

const ajv = new Ajv({ strict: true });
const validators = Object.fromEntries(
  toolNames.map((name) => [name, ajv.compile(fullOutputSchemas[name])]),
) as Record<ToolName, ValidateFunction>;

/** The tools on files in memory. A pattern with `*` names all of them. Each result has to fit its schema. */
export function toolsOn({
  files = {},
  dataTypes = [],
  conventions = {},
  environments,
  submissions,
  onUnexpectedError,
}: MemoryHost) {
  const settings = { ...conventions, rules: {}, dataTypes };
  const bytesOf = (file: string) => {
    const content = Object.hasOwn(files, file) ? files[file] : undefined;
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  const find = (patterns: readonly string[]) =>
    patterns.flatMap((pattern) => (pattern.includes('*') ? Object.keys(files) : pattern));
  const ports: AgentPorts = {
    documents: {
      read: async (file) => {
        const content = bytesOf(file);
        if (!content) return failure({ kind: 'not-found', file });
        return success<AgentDocument>({ file, format: formatOf(file) ?? 'json', content, settings });
      },
      find: async (patterns) => success({ files: find(patterns), unreadable: [] }),
      settings: async () => settings,
    },
    checks: directChecks,
    data: {
      find: async (patterns) =>
        success({
          files: find(patterns)
            .filter((name) => patterns.includes(name) || searchedData.isWanted(name))
            .map((name) => {
              const content = bytesOf(name) ?? new Uint8Array();
              const isFound = !patterns.includes(name);
              return { kind: 'memory', name, label: name, path: `/root/${name}`, content, isFound };
            }),
          skipped: [],
        }),
      read: (found, options) =>
        inferSources(
          found.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
          nodePorts,
          options,
        ),
    },
    environments: environments ?? { list: async () => success([]) },
    ...(submissions && { submissions }),
    onUnexpectedError:
      onUnexpectedError ??
      ((error) => {
        throw error;
      }),
  };
  return async (
    name: ToolName,
    input: unknown,
    signal = new AbortController().signal,
    onProgress?: OnProgress,
  ): Promise<ToolResult> => {
    const result = await callTool(ports, name, input, signal, onProgress);
    const isValid = validators[name];
    assert.ok(isValid(result.content), JSON.stringify([name, result.content, isValid.errors]));
    for (const property of Object.keys(result.content))
      assert.ok(result.isError || property in outputSchemas[name].properties, `${name}: ${property}`);
    return result;
  };
}
