import { isRecord } from '../../../is-record.ts';
import { parseJson } from '../../../text/parse-json.ts';
import type { FormatInput } from '../../data-format.ts';
import { checkMetadataLength, InferenceError } from '../../inference-error.ts';

/** The object that a file in JSON or YAML contains. */
export async function readDocument(
  { chunks, checkpoint }: FormatInput,
  format: string,
): Promise<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
    text += decoder.decode(chunk, { stream: true });
    checkMetadataLength(text.length, format);
    await checkpoint.pass();
  }
  text += decoder.decode();
  const isJson = /^\s*[{[]/.test(text);
  const value = isJson ? parseJson(text) : await parseYaml(text);
  if (isJson && value === undefined) throw new InferenceError({ kind: 'invalid-json', row: 0 });
  if (!isRecord(value)) throw new InferenceError({ kind: 'no-schema' });
  return value;
}

async function parseYaml(text: string): Promise<unknown> {
  if (text.trim() === '') return undefined;
  const [{ maxYamlLength }, { yamlTree }, { valueOfTree }] = await Promise.all([
    import('../../../dataset/yaml/parse-yaml.ts'),
    import('../../../dataset/yaml/yaml-tree.ts'),
    import('../../../dataset/tree-value.ts'),
  ]);
  if (text.length > maxYamlLength) throw new InferenceError({ kind: 'yaml-too-large' });
  const { root, errors } = yamlTree(text);
  const [first] = errors;
  if (first !== undefined)
    throw new InferenceError({ kind: 'invalid-yaml', line: text.slice(0, first.start).split('\n').length });
  return valueOfTree(root, Number.POSITIVE_INFINITY, null);
}
