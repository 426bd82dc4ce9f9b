import { isRecord } from '../../../text/is-record.ts';
import { checkMetadataLength, InferenceError } from '../../inference-error.ts';
import type { FormatInput } from '../data-format.ts';

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
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : await parseYaml(text);
  if (!isRecord(value)) throw new InferenceError({ kind: 'no-schema' });
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InferenceError({ kind: 'invalid-json', row: 0 });
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const [yaml, { YamlValue }] = await Promise.all([
    import('../../../dataset/yaml/parse-yaml.ts'),
    import('../../../dataset/yaml/yaml-value.ts'),
  ]);
  checkMetadataLength(text.length, 'YAML');
  const document = yaml.parseYaml(text);
  let isValid = document !== undefined && document.errors.length === 0;
  const reader = new YamlValue({
    onError: () => {
      isValid = false;
    },
    onDuplicateKey: () => undefined,
  });
  const value = isValid ? reader.read(document?.contents ?? null) : undefined;
  if (!isValid) throw new InferenceError({ kind: 'invalid-yaml' });
  return value;
}
